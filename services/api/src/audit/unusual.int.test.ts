import { unusualResponse, type UnusualEntry } from '@atelier/contracts/audit/feed-schema.ts';
import { acceptStreams } from '@atelier/domain/decider.ts';
import { unusualReviewStream } from '@atelier/domain/audit/review/events.ts';
import { runCommand } from '@atelier/application/commands/run-command.ts';
import { paris } from '@atelier/application/commands/testing-commands.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import { erasePerson } from '@atelier/application/privacy/erase-person.commands.ts';
import { listPackageWords } from '@atelier/application/privacy/package-words.queries.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCalls, type Calls } from '../testing/testing-calls.ts';

const NOTE = 'rang the client: agreed on the phone';
const SENT = 2;
const NOW = '2026-11-20T10:00:00.000Z';
const BY = { userId: 7, workerId: null };

let calls: Calls;
let itemId: number;
let position: number;
beforeAll(async () => {
  calls = await openCalls(['paris', 'warehouse', 'admin', 'auditor']);
  itemId = await calls.received();
  await calls.move('warehouse', itemId, SENT, { move: 'undo', reason: 'wrong tray' });
  position = (await entry()).position;
});
afterAll(() => calls.api.close());

async function entry(query = ''): Promise<UnusualEntry> {
  await calls.api.world.settle();
  const reply = await calls.call('auditor', 'GET', `/audit/unusual?page_size=200&rule=undo${query}`);
  const found = unusualResponse.parse(reply.body).data.find(({ stream }) => stream === `item-${itemId}`);
  if (found === undefined) throw new Error('no rule names the undone move');
  return found;
}

const review = (body: object, who: 'auditor' | 'paris' = 'auditor') =>
  calls.call(who, 'POST', '/audit/unusual/review', { position, ...body });

describe('the review of an unusual event (decisions/0202)', () => {
  it('begins open, and says the time zone of the site where it happened', async () => {
    expect(await entry()).toMatchObject({ review: null, time_zone: 'Asia/Hong_Kong' });
  });

  it('is looked at, explained with a note and opened again, each by name', async () => {
    expect(await review({ state: 'looked_at' })).toMatchObject({ status: 200 });
    expect((await entry()).review).toMatchObject({ state: 'looked_at', note: null });
    expect(await review({ state: 'explained' })).toMatchObject({ status: 400 });
    expect(await review({ state: 'explained', note: NOTE })).toMatchObject({
      status: 200,
      body: { data: { state: 'explained', note: NOTE } },
    });
    const { review: explained } = await entry();
    expect(explained?.by).not.toBe('');
    await review({ state: 'open' });
    expect((await entry()).review).toMatchObject({ state: 'open', note: null, version: 3 });
  });

  it('shows at a past moment what was said by then', async () => {
    const { events } = await calls.api.world.store.readStream(`unusual-review-${position}`);
    const states = await Promise.all(
      events.map(
        async ({ data }) => 'at' in data && (await entry(`&as_of=${String(data.at)}`)).review?.state,
      ),
    );
    expect(states).toEqual(['looked_at', 'explained', 'open']);
  });

  it('is refused for an event that no rule names, and to shops', async () => {
    const { events } = await calls.api.world.store.readStream(`item-${itemId}`);
    const usual = await calls.call('auditor', 'POST', '/audit/unusual/review', {
      position: events[0]?.position,
      state: 'looked_at',
    });
    expect(usual.status).toBe(404);
    expect((await review({ state: 'looked_at' }, 'paris')).status).toBe(403);
  });

  it('loses its note with the customer whom the event was about', async () => {
    await review({ state: 'explained', note: NOTE });
    expect((await entry()).review?.note).toBe(NOTE);
    const { customer_ref } = await calls.api.world.db
      .selectFrom('unusual_review_row')
      .select('words_ref as customer_ref')
      .where('id', '=', position)
      .executeTakeFirstOrThrow();
    await erasePerson(calls.services, {
      customerRefs: [customer_ref],
      reason: 'GDPR article 17',
      requestId: 1,
      now: new Date(),
    });
    expect((await entry()).review).toMatchObject({ state: 'explained', note: null });
  });

  it('of a package loses its note with a customer of one of its pieces', async () => {
    const piece = await calls.received();
    await calls.move('warehouse', piece, SENT, { move: 'undo', reason: 'wrong tray' });
    const { shipment } = await inScope(calls.api.world.db, { kind: 'all' }, (trx) =>
      trx
        .selectFrom('shipment_row')
        .select('id as shipment')
        .where('tracking_number', '=', `R-${piece}`)
        .executeTakeFirstOrThrow(),
    );
    expect(await listPackageWords(calls.services, [piece])).toEqual([]);
    const wordsRef = `package-words-${shipment}`;
    const data = {
      eventPosition: 999_999,
      state: 'explained',
      note: NOTE,
      wordsRef,
      at: NOW,
      by: BY,
    } as const;
    const streamId = unusualReviewStream(999_999);
    const written = await runCommand(calls.services, paris(), {
      streams: [streamId],
      decide: () => acceptStreams([{ streamId, events: [{ type: 'UnusualReviewed', data }] }]),
    });
    expect(written.ok).toBe(true);
    expect(await listPackageWords(calls.services, [piece])).toEqual([wordsRef]);
  });
});
