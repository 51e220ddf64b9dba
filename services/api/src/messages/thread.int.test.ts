import { inlineRowOf } from '@atelier/application/aggregates.ts';
import { erasePerson } from '@atelier/application/privacy/erase-person.commands.ts';
import { findDossier } from '@atelier/application/privacy/dossier.queries.ts';
import { messagesResponse } from '@atelier/contracts/messages/schema.ts';
import { callListView } from '@atelier/contracts/repair/call-list-schema.ts';
import { messageStream } from '@atelier/domain/messages/events.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Threads } from './testing-thread.ts';
import { instant } from '../testing/testing-instant.ts';

let threads: Threads;
beforeAll(async () => {
  threads = await Threads.open(['paris', 'tokyo', 'auditor', 'factory']);
  await threads.switchOn();
});
afterAll(() => threads.close());

let numbers = 10;
/** A number that no other test has: as the shop types it, and as a gateway names it. */
function freshNumber() {
  const digits = `12 34 50 00 ${(numbers += 1)}`;
  return { typed: `0${digits.slice(0, 1)} ${digits.slice(1)}`, sent: `+33${digits.replaceAll(' ', '')}` };
}
const call: Threads['calls']['call'] = (...given) => threads.calls.call(...given);
const events = (sql: string, ...values: unknown[]) =>
  threads.calls.api.world.pool.query<{ type: string }>(`select type from events where ${sql}`, values);
const callList = async (who: 'paris' | 'tokyo' = 'paris') =>
  callListView.parse((await call(who, 'GET', '/call_list')).body.data);
const waitingAt = async (who: 'paris' | 'tokyo') => (await callList(who)).texts.map(({ item_id: id }) => id);

describe('what a customer writes (product/messages.md §6)', () => {
  it('joins the thread of their deposit, is unread at its shop, and is answered by the gateway', async () => {
    const { typed, sent } = freshNumber();
    const { itemId } = await threads.deposited(typed);
    expect((await threads.of(itemId)).reply).toMatchObject({ why: 'not_written' });
    expect(
      await threads.write({
        from: sent,
        text: 'When is my ring ready?\u0007\u202e\r\nThanks',
        channel: 'whatsapp',
      }),
    ).toBe('received');
    const thread = await threads.of(itemId);
    expect(thread).toMatchObject({
      reply: { channel: 'whatsapp', why: null, due_at: null },
      messages: [
        {
          kind: 'received',
          state: 'received',
          channel: 'whatsapp',
          from: sent,
          text: 'When is my ring ready?\nThanks',
          seen_at: null,
        },
      ],
    });
    expect(await callList()).toMatchObject({
      texts: [{ item_id: itemId, channel: 'whatsapp', text: 'When is my ring ready?\nThanks', count: 1 }],
    });
    const answered = await threads.reply(itemId, ' On Friday. ');
    expect(answered.status).toBe(200);
    const [reply, received] = (await threads.of(itemId)).messages;
    expect(reply).toMatchObject({ kind: 'reply', state: 'waiting', text: 'On Friday.', channel: 'whatsapp' });
    expect(reply?.author).toEqual(expect.stringMatching(/./));
    expect(received?.seen_at).not.toBeNull();
    expect(await waitingAt('paris')).not.toContain(itemId);
    await threads.send(reply?.id ?? 0);
    expect((await threads.of(itemId)).messages[0]).toMatchObject({ state: 'sent', to: sent });
    expect(threads.gateway.texts().at(-1)).toMatchObject({
      to: sent,
      channel: 'whatsapp',
      text: 'On Friday.',
    });
  });

  it('counts once, however often the gateway delivers it, and a stop word is in the thread too', async () => {
    const { typed, sent } = freshNumber();
    const { itemId } = await threads.deposited(typed);
    const text = { id: `gw-${sent}`, from: sent, text: 'Hello' };
    expect([await threads.write(text), await threads.write(text)]).toEqual(['received', 'received']);
    expect((await threads.of(itemId)).messages).toHaveLength(1);
    const stop = { id: `stop-${sent}`, from: sent, text: 'STOP' };
    expect([await threads.write(stop), await threads.write(stop)]).toEqual(['opted_out', 'opted_out']);
    const thread = await threads.of(itemId);
    expect(thread.declined).toBe(true);
    expect(thread.messages.map(({ text: words }) => words)).toEqual(['STOP', 'Hello']);
    expect(thread.reply.why).toBe('opted_out');
    expect(await threads.reply(itemId, 'One more')).toMatchObject({
      status: 409,
      code: 'message_not_possible',
    });
  });

  it('from an unknown number is acknowledged, counted and kept nowhere', async () => {
    const words = 'words of a stranger';
    expect(await threads.write({ from: '+33699999999', text: words })).toBe('ignored');
    expect((await events('data::text || metadata::text like $1', `%${words}%`)).rows).toEqual([]);
    const metrics = await threads.metric('atelier_unmatched_texts_total');
    expect(metrics).toBeGreaterThan(0);
  });

  it('waits for the search index, and is refused for a while where that stands still', async () => {
    const { typed, sent } = freshNumber();
    const { itemId } = await threads.deposited(typed);
    const text = { id: `late-${sent}`, from: sent, text: 'Hello' };
    expect(await threads.write(text, { isIndexed: false })).toBe('503');
    expect(await threads.write(text)).toBe('received');
    expect((await threads.of(itemId)).messages).toHaveLength(1);
  });

  it('is sealed in the log, with number and id of the gateway', async () => {
    const { typed, sent } = freshNumber();
    await threads.deposited(typed);
    await threads.write({ from: sent, text: 'a sealed secret', id: 'wamid.secret' });
    for (const clear of ['a sealed secret', sent, 'wamid.secret'])
      expect((await events('data::text like $1', `%${clear}%`)).rows).toEqual([]);
  });

  it('is marked as read up to what the screen showed', async () => {
    const { typed, sent } = freshNumber();
    const { itemId } = await threads.deposited(typed);
    await threads.write({ from: sent, text: 'first' });
    const shown = await threads.newest(itemId);
    await threads.write({ from: sent, text: 'second' });
    const seen = () => call('paris', 'POST', '/messages/seen', { rma_item_id: itemId, up_to: shown });
    expect((await seen()).body.data).toEqual({ seen: 1 });
    expect((await seen()).body.data).toEqual({ seen: 0 });
    expect((await callList()).texts).toContainEqual(
      expect.objectContaining({ item_id: itemId, text: 'second', count: 1 }),
    );
  });
});

describe('two customers with one number', () => {
  it('a text belongs to the one who was written to last; without a message to none of them', async () => {
    const { typed, sent } = freshNumber();
    const ada = await threads.deposited(typed, { firstName: 'Ada', lastName: 'Byron' });
    const ben = await threads.deposited(typed, { firstName: 'Ben', lastName: 'Byron' });
    expect(await threads.write({ from: sent, text: 'Is it ready?' })).toBe('ignored');
    await threads.wroteTo(ada.rmaId, 'ready');
    expect(await threads.write({ from: sent, text: 'And now?' })).toBe('received');
    expect((await threads.of(ada.itemId)).messages.map(({ kind }) => kind)).toContain('received');
    expect((await threads.of(ben.itemId)).messages.map(({ kind }) => kind)).not.toContain('received');
  });

  it('two deposits of one person are one: the newest has the text', async () => {
    const { typed, sent } = freshNumber();
    const name = { firstName: 'Cleo', lastName: 'Marchand' };
    await threads.deposited(typed, name);
    const newer = await threads.deposited(typed, name);
    expect(await threads.write({ from: sent, text: 'Hello' })).toBe('received');
    expect((await threads.of(newer.itemId)).messages).toHaveLength(1);
  });
});

describe('the thread', () => {
  it('is seen and answered by its shop only; an auditor reads it', async () => {
    const { typed, sent } = freshNumber();
    const { itemId } = await threads.deposited(typed);
    await threads.write({ from: sent, text: 'Hello' });
    const shown = await threads.newest(itemId);
    const body = { rma_item_id: itemId, up_to: shown };
    expect((await call('tokyo', 'GET', `/messages?rma_item_id=${itemId}`)).status).toBe(404);
    expect((await call('tokyo', 'POST', '/messages/seen', body)).status).toBe(404);
    expect((await call('tokyo', 'POST', '/messages/reply', { ...body, text: 'x' })).status).toBe(404);
    expect((await call('auditor', 'POST', '/messages/reply', { ...body, text: 'x' })).status).toBe(403);
    expect((await call('factory', 'GET', `/messages?rma_item_id=${itemId}`)).status).toBe(403);
    expect((await threads.of(itemId, 'auditor')).messages).toMatchObject([{ text: 'Hello' }]);
    expect([await waitingAt('tokyo'), await waitingAt('paris')]).toEqual([
      [],
      expect.arrayContaining([itemId]),
    ]);
    for (const text of ['', '   ', 'x'.repeat(1_001)])
      expect(await call('paris', 'POST', '/messages/reply', { ...body, text })).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'text' }] },
      });
  });

  it('loses its words with its customer, and a reply on its way is not sent', async () => {
    const { typed, sent } = freshNumber();
    const { itemId, rmaId } = await threads.deposited(typed);
    await threads.write({ from: sent, text: 'forget me' });
    await threads.reply(itemId, 'We will');
    const { customerRef } = await threads.deposit(rmaId);
    const [reply] = (await threads.of(itemId)).messages;
    await erasePerson(threads.calls.services, {
      customerRefs: [customerRef],
      reason: 'asked',
      requestId: 'thread',
      now: new Date(),
    });
    await threads.send(reply?.id ?? 0);
    const thread = await threads.of(itemId);
    expect(thread.messages).toMatchObject([
      { kind: 'reply', state: 'skipped', why: 'erased', text: null },
      { kind: 'received', text: null, from: null },
    ]);
    expect(thread.reply.why).toBe('erased');
    expect(await waitingAt('paris')).not.toContain(itemId);
    expect(await threads.write({ from: sent, text: 'Hello?' })).toBe('ignored');
  });

  it('is in the export of its customer, in both directions', async () => {
    const { typed, sent } = freshNumber();
    const { itemId, rmaId } = await threads.deposited(typed);
    await threads.write({ from: sent, text: 'Is it ready?' });
    await threads.reply(itemId, 'Tomorrow');
    const { customerRef } = await threads.deposit(rmaId);
    const { services } = threads.calls;
    const dossier = await findDossier(services, [customerRef], 'en');
    expect(dossier.deposits[0]?.messages).toMatchObject([
      { kind: 'received', state: 'received', text: 'Is it ready?' },
      { kind: 'reply', text: 'Tomorrow' },
    ]);
    const lines = dossier.readable?.deposits.flatMap(({ lines: all }) => all) ?? [];
    expect(lines).toContainEqual(expect.objectContaining({ what: 'You wrote to us', text: 'Is it ready?' }));
  });

  it('has the same rows after its streams are folded again', async () => {
    const { store, db } = threads.calls.api.world;
    const rows = await db.selectFrom('message_row').selectAll().orderBy('id').execute();
    expect(rows.length).toBeGreaterThan(5);
    for (const { id, version, position: _, ...row } of rows) {
      const history = await store.readStream(messageStream(id));
      const values = inlineRowOf(messageStream(id), history.events)?.values ?? {};
      expect(JSON.parse(JSON.stringify({ id, ...row }))).toEqual(JSON.parse(JSON.stringify(values)));
      expect(history.version).toBe(version);
    }
  });

  it('shows how sending failed, and tries again', async () => {
    const { typed, sent } = freshNumber();
    const { itemId } = await threads.deposited(typed);
    await threads.write({ from: sent, text: 'Hello' });
    await threads.reply(itemId, 'An answer');
    const [reply] = (await threads.of(itemId)).messages;
    threads.gateway.answer = 503;
    await threads.send(reply?.id ?? 0);
    expect((await threads.of(itemId)).messages[0]).toMatchObject({ state: 'waiting', fault: 'unreachable' });
    threads.gateway.answer = 204;
  });

  it('goes to the number of today only: a changed one has not written', async () => {
    const { typed, sent } = freshNumber();
    const { itemId, rmaId } = await threads.deposited(typed);
    await threads.write({ from: sent, text: 'Hello' });
    await threads.changePhone(rmaId, freshNumber().typed);
    expect((await threads.of(itemId)).reply.why).toBe('not_written');
  });

  it('stands at a past moment as it stood then, and is not answered there', async () => {
    const { typed, sent } = freshNumber();
    const { itemId } = await threads.deposited(typed);
    const none = await instant();
    await threads.write({ from: sent, text: 'When is my ring ready?' });
    const unread = await instant();
    await threads.reply(itemId, 'On Friday.');
    const answered = await instant();
    await threads.write({ from: sent, text: 'Thanks' });

    expect((await pastThread(itemId, `as_of=${none}`)).messages).toEqual([]);
    for (const axis of ['as_of', 'known_at']) {
      const then = await pastThread(itemId, `${axis}=${unread}`);
      expect(then.messages).toMatchObject([{ text: 'When is my ring ready?', seen_at: null }]);
      expect(then.reply).toEqual({ channel: null, why: null, due_at: null });
    }
    const later = await pastThread(itemId, `as_of=${answered}`);
    expect(later.messages.map(({ kind }) => kind)).toEqual(['reply', 'received']);
    expect(later.messages[1]?.seen_at).not.toBeNull();
    expect((await threads.of(itemId)).messages).toHaveLength(3);
    const before = await call('paris', 'GET', `/messages?rma_item_id=${itemId}&as_of=2020-01-01T00:00:00Z`);
    expect(before.status).toBe(404);
    const ahead = `/messages?rma_item_id=${itemId}&as_of=2999-01-01T00:00:00Z`;
    expect(await call('paris', 'GET', ahead)).toMatchObject({ status: 400 });
    expect((await call('tokyo', 'GET', `/messages?rma_item_id=${itemId}&as_of=${answered}`)).status).toBe(
      404,
    );
  });
});

async function pastThread(itemId: number, at: string) {
  const { body } = await call('paris', 'GET', `/messages?rma_item_id=${itemId}&${at}`);
  expect(body).toHaveProperty('moment');
  return messagesResponse.shape.data.parse(body.data);
}
