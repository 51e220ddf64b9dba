import { makeWebhookKey } from '@atelier/application/webhooks/webhook-keys.commands.ts';
import { WEBHOOK_TYPES } from '@atelier/domain/webhooks/contract.ts';
import { settleHorizon } from '@atelier/event-store/testing/settle-horizon.ts';
import { erasePerson } from '@atelier/application/privacy/erase-person.commands.ts';
import { isGenuine, type Reply } from '@atelier/tests/harness/webhook-receiver.ts';
import { describe, expect, it, vi } from 'vitest';
import { saveReactionCheckpoint } from '../jobs/reaction-checkpoints.ts';
import { PATIENCE, webhookSuite } from './testing-webhook-suite.ts';

describe.each(['PostgreSQL', 'Redis'] as const)('deliveries with queues on %s', (backend) => {
  const on = webhookSuite(backend);
  const { begin, untilReceived, untilAtEnd, pieces } = on;

  it('a piece outside the sites of an endpoint is never sent, by a replay neither', async () => {
    await begin();
    const id = await on.hooks.make({
      url: on.receiver.url,
      siteId: 1,
      scope: { kind: 'store', siteId: 1 },
      types: ['repair.created', 'piece.created'],
    });
    const [here, there] = [await on.hooks.deposit('Paris'), await on.hooks.deposit('Lyon')];
    await untilReceived(2);
    await untilAtEnd(id);
    await on.hooks.command(id, { type: 'ReplayWebhook', after: 0 });
    await untilAtEnd(id);
    const sent = on.receiver.received().flatMap(({ payload }) => Object.entries(payload.data));
    expect(sent).toContainEqual(['item_id', here.itemId]);
    expect(sent).not.toContainEqual(['item_id', there.itemId]);
    expect(sent).not.toContainEqual(['rma_id', there.rmaId]);
  });

  it('a delivery holds nothing of a person, before and after the person was erased, and says that they were', async () => {
    await begin();
    const id = await on.hooks.make({ url: on.receiver.url, types: [...WEBHOOK_TYPES] });
    const { rmaId } = await on.hooks.deposit();
    const erasure = {
      customerRefs: [`rma-${rmaId}`],
      reason: 'customer_request',
      requestId: 1,
      now: new Date(),
    };
    await erasePerson(on.services, erasure);
    await on.hooks.command(id, { type: 'ReplayWebhook', after: 0 });
    await vi.waitFor(() => {
      const told = on.receiver.received().filter(({ payload }) => payload.type === 'customer.erased');
      expect(told.map(({ payload }) => payload.data['rma_id'])).toContain(rmaId);
    }, PATIENCE);
    for (const { body } of on.receiver.received())
      expect(body).toMatch(
        /^\{"type":"[a-z_.]+","timestamp":"[\d\-T:.]+Z","data":\{"(item|rma|package)_id":\d+,"position":\d+\}\}$/,
      );
  });

  it('a rotated key signs beside the new one until its time is over', async () => {
    await begin();
    const id = await on.hooks.make({ url: on.receiver.url });
    const [old] = (await on.hooks.view(id)).keys;
    await on.hooks.command(id, {
      type: 'RotateWebhookKey',
      ...(await makeWebhookKey(on.services, id)),
      overlapHours: 24,
    });
    await on.hooks.deposit();
    await untilReceived(1);
    const keys = (await on.hooks.view(id)).keys.map((key) => key.public_key);
    expect(keys).toEqual([expect.stringMatching(/^whpk_/), old?.public_key]);
    const position = on.receiver.received()[0]?.payload.data['position'] ?? 0;
    await on.hooks.command(id, { type: 'PingWebhook' });
    await untilReceived(2);
    await on.hooks.command(id, { type: 'ResendDelivery', position });
    await untilReceived(3);
    for (const each of on.receiver.received())
      expect(keys.map((key) => isGenuine(each, key))).toEqual([true, true]);

    await on.hooks.command(id, {
      type: 'RotateWebhookKey',
      ...(await makeWebhookKey(on.services, id)),
      overlapHours: 0,
    });
    await on.hooks.deposit();
    await untilReceived(4);
    const [newest, ...others] = (await on.hooks.view(id)).keys;
    expect(others).toEqual([]);
    const second = on.receiver.received()[3];
    expect([newest?.public_key ?? '', ...keys].map((key) => second && isGenuine(second, key))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('a test delivery goes to an endpoint that is off, and moves nothing', async () => {
    const id = await on.hooks.make({ url: on.receiver.url });
    await on.hooks.command(id, { type: 'SwitchWebhookOff', why: 'person' });
    await begin();
    const before = (await on.hooks.view(id)).position;
    await on.hooks.command(id, { type: 'PingWebhook' });
    await untilReceived(1);
    expect(on.receiver.received()[0]?.payload).toMatchObject({ type: 'ping', data: { webhook_id: id } });
    await vi.waitFor(
      async () =>
        expect(await on.hooks.log(id)).toMatchObject([{ type: 'ping', position: null, outcome: 'taken' }]),
      PATIENCE,
    );
    expect(await on.hooks.view(id)).toMatchObject({ position: before, off: { why: 'person' } });
  });

  it('one delivery is sent again under its own number, and the place in the log stays', async () => {
    await begin();
    const id = await on.hooks.make({ url: on.receiver.url, types: ['piece.created'] });
    await on.hooks.deposit();
    await on.hooks.deposit();
    await untilReceived(2);
    await untilAtEnd(id);
    const [first] = on.receiver.received();
    const position = first?.payload.data['position'] ?? 0;
    const before = (await on.hooks.view(id)).position;
    await on.hooks.command(id, { type: 'ResendDelivery', position });
    await untilReceived(3);
    const again = on.receiver.received()[2];
    expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(again?.payload).toEqual(first?.payload);
    await vi.waitFor(
      async () => expect(await on.hooks.log(id)).toMatchObject([{}, {}, { position, outcome: 'taken' }]),
      PATIENCE,
    );
    expect((await on.hooks.view(id)).position).toBeGreaterThanOrEqual(before);
  });

  it('nothing is sent again that the endpoint may no longer get', async () => {
    await begin();
    const id = await on.hooks.make({ url: on.receiver.url, types: ['piece.created'] });
    await on.hooks.deposit('Lyon');
    await untilReceived(1);
    await untilAtEnd(id);
    const position = on.receiver.received()[0]?.payload.data['position'] ?? 0;
    const ofParis = { siteId: 1, scope: { kind: 'store', siteId: 1 } } as const;
    const wishes = { name: 'Paris', url: on.receiver.url, types: ['piece.created'], ...ofParis } as const;
    await on.hooks.command(id, { type: 'ChangeWebhook', ...wishes });
    await on.hooks.command(id, { type: 'ResendDelivery', position });
    await vi.waitFor(
      () => expect(JSON.stringify(on.warned)).toContain('webhook delivery not sent again'),
      PATIENCE,
    );
    expect(on.receiver.received()).toHaveLength(1);
  });

  it('no redirect is followed, an answer is cut, and a silent receiver is left after the time-out', async () => {
    await begin({ timeoutMs: 400, pauseMs: () => 30 });
    const replies: readonly Reply[] = [
      { status: 307, headers: { location: `${on.receiver.url}/elsewhere` }, body: 'moved' },
      { status: 500, body: `a\u0000b${'x'.repeat(5_000_000)}` },
      'silence',
    ];
    on.receiver.reply((_webhook, count) => replies[count - 1] ?? 200);
    const id = await on.hooks.make({ url: on.receiver.url });
    await on.hooks.deposit();
    await untilAtEnd(id);
    expect(on.receiver.received().some(({ path }) => path.endsWith('/elsewhere'))).toBe(false);
    const [moved, long, silent, taken] = await on.hooks.log(id);
    expect(moved).toMatchObject({ outcome: 'refused', status: 307, answer: 'moved' });
    expect(long?.answer).toBe(`a b${'x'.repeat(197)}`);
    expect(silent).toMatchObject({ outcome: 'timeout', status: null });
    expect(taken).toMatchObject({ outcome: 'taken' });
  });

  it('nothing reaches an address of this network: it is blocked before a connection', async () => {
    await begin({ toLoopback: false });
    const id = await on.hooks.make({ url: on.receiver.url });
    await on.hooks.deposit();
    await vi.waitFor(
      async () => expect((await on.hooks.log(id))[0]).toMatchObject({ outcome: 'blocked', status: null }),
      PATIENCE,
    );
    expect(on.receiver.received()).toEqual([]);
  });

  it('what no queue knows of is found and sent', async () => {
    const id = await on.hooks.make({ url: on.receiver.url });
    const { itemId } = await on.hooks.deposit();
    await settleHorizon(on.world.pool, on.world.store);
    await saveReactionCheckpoint(on.world.db, 'webhooks', await on.world.store.readHorizon());
    await begin();
    await untilAtEnd(id);
    expect(pieces()).toEqual([itemId]);
  });

  it('two workers send each event once while nothing goes wrong', async () => {
    await begin();
    await begin();
    const id = await on.hooks.make({ url: on.receiver.url });
    const made: number[] = [];
    for (let count = 0; count < 12; count += 1) made.push((await on.hooks.deposit()).itemId);
    await untilReceived(12);
    await untilAtEnd(id);
    expect(pieces()).toEqual(made);
  });

  it('a private key is in the database sealed, and in no event', async () => {
    const id = await on.hooks.make({ url: on.receiver.url });
    const { rows } = await on.world.pool.query('select secret_key from webhook_keys where webhook_id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ secret_key: expect.stringMatching(/^§1:webhook-/) }]);
    const { rows: events } = await on.world.pool.query(
      `select data::text as data from events where stream_id = $1`,
      [`webhook-${id}`],
    );
    expect(events.every(({ data }: { data: string }) => !data.includes('MC4CAQAw'))).toBe(true);
  });
});
