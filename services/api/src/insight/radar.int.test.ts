import { alarmResponse, radarResponse, watchedResponse } from '@atelier/contracts/insight/radar-schema.ts';
import { figurePiecesResponse } from '@atelier/contracts/insight/schema.ts';
import { weekStart } from '@atelier/domain/dashboard/iso-week.ts';
import { RADAR_STREAM, type RadarEvent } from '@atelier/domain/insight/radar/events.ts';
import { pieceFactsProjection } from '@atelier/application/insight/piece-facts.projection.ts';
import {
  deposit,
  handClock,
  newDeposit,
  sendToWarehouse,
  servicesOf,
} from '@atelier/application/commands/testing-commands.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCalls, type Calls } from '../testing/testing-calls.ts';
import type { PersonName } from '../testing/testing-api.ts';
import { dataOf, must } from '../testing/testing-reply.ts';

const WEEK_MS = 7 * 86_400_000;
const mondayBefore = (weeks: number): string =>
  weekStart(new Date(Date.now() - weeks * WEEK_MS).toISOString());
const FIRST_MONDAY = mondayBefore(42);
const LOUD = mondayBefore(6).slice(0, 10);
const QUIET = mondayBefore(11).slice(0, 10);
const RAISED_AT = mondayBefore(5);

let calls: Calls;
let warehouse: number;
let collection: string;
beforeAll(async () => {
  calls = await openCalls(['paris', 'warehouse', 'factory', 'admin', 'auditor']);
  const { world, sites } = calls.api;
  warehouse = sites.get('WHS') ?? 0;
  const clock = handClock(new Date(Date.parse(FIRST_MONDAY) + 9 * 3_600_000));
  const services = servicesOf(world, clock);
  const { itemId: first } = await deposit(services, await newDeposit(world, { purchaseDate: '2025-06-10' }));
  // Two pieces a week for 36 weeks, nine in the last: the shop's pieces go where the first one goes.
  for (let week = 0; week < 37; week += 1) {
    for (let piece = 0; piece < (week === 36 ? 9 : 2); piece += 1)
      await deposit(services, await newDeposit(world, { purchaseDate: '2025-06-10' }));
    clock.advance(WEEK_MS);
  }
  await sendToWarehouse(calls.services, [first], `R-${first}`);
  for (const status of [3, 4]) await must(calls.move('warehouse', first, status));
  await world.settle([pieceFactsProjection]);
  const watched = watchedResponse.parse(
    (await calls.call('admin', 'GET', '/insight/radar_series')).body,
  ).data;
  collection = watched[0]?.product ?? '';
  await appendRaised();
});
afterAll(() => calls.api.close());

async function appendRaised(): Promise<void> {
  const raised = (number: number, factoryId: number): RadarEvent => ({
    type: 'DefectAlarmRaised',
    data: {
      number,
      product: collection,
      pooled: null,
      reasonId: 1,
      factoryId,
      week: LOUD,
      since: LOUD,
      count: 9,
      expected: 2,
      bound: 8,
      pieces: 9,
      expectedPieces: 2,
      at: RAISED_AT,
    },
  });
  const watched: RadarEvent = { type: 'DefectWeekWatched', data: { week: LOUD, series: 3, at: RAISED_AT } };
  await calls.api.world.store.append({
    streams: [
      {
        streamId: RADAR_STREAM,
        expectedVersion: 0,
        events: [raised(1, warehouse), raised(2, warehouse + 10), watched],
      },
    ],
    metadata: { actor: { id: 'system', kind: 'system' }, commandId: 'radar', occurredAt: RAISED_AT },
  });
}

const radar = async (who: PersonName, query = '') =>
  radarResponse.parse((await calls.call(who, 'GET', `/insight/radar${query}`)).body).data;
const numbers = async (who: PersonName, query = '') =>
  (await radar(who, query)).alarms.map(({ number }) => number);
const settle = (who: PersonName, body: object) => calls.call(who, 'POST', '/insight/alarm/settle', body);

describe('the defect radar', () => {
  it('watches the series with enough past, with the factory that the shop sends to', async () => {
    const reply = await calls.call('admin', 'GET', '/insight/radar_series');
    const [first] = watchedResponse.parse(reply.body).data;
    expect(first).toMatchObject({ reason_id: 1, factory_id: warehouse, pooled: null });
    expect(first?.per_week).toBeGreaterThan(1.5);
  });

  it('shows all alarms to administrators and auditors, a site its series, and a shop none', async () => {
    expect(await numbers('admin')).toEqual([2, 1]);
    expect(await numbers('auditor')).toEqual([2, 1]);
    expect(await numbers('warehouse')).toEqual([1]);
    expect(await numbers('factory')).toEqual([]);
    expect((await calls.call('paris', 'GET', '/insight/radar')).status).toBe(403);
    expect((await calls.call('factory', 'GET', '/insight/alarm?number=1')).status).toBe(404);
    expect((await calls.call('factory', 'GET', '/insight/alarm_pieces?number=1')).status).toBe(404);
    expect((await settle('factory', { number: 1, cause: 'chance', note: 'x' })).status).toBe(404);
  });

  it('leaves out what its filters leave out', async () => {
    expect(await numbers('admin', `?factory_id=${warehouse}`)).toEqual([1]);
    expect(await numbers('admin', '?reason_id=2')).toEqual([]);
    expect(await numbers('admin', `?line=${encodeURIComponent(collection)}`)).toEqual([2, 1]);
    expect((await calls.call('admin', 'GET', '/insight/radar?reason_id=x')).status).toBe(400);
  });

  it('opens an alarm with its weeks, what they share, and the pieces of each week', async () => {
    const alarm = dataOf(
      alarmResponse.shape.data,
      await calls.call('admin', 'GET', '/insight/alarm?number=1'),
    );
    const loud = alarm.weeks.find(({ week }) => week === LOUD);
    expect(loud).toMatchObject({ count: 9, is_raised: true });
    expect(loud?.expected).toBeCloseTo(2, 0);
    expect(alarm.shown).toBe(9);
    expect(alarm.common).toContainEqual(expect.objectContaining({ by: 'shop', count: 9, usual: 1 }));
    const pieces = async (who: PersonName, query: string) =>
      figurePiecesResponse.parse(
        (await calls.call(who, 'GET', `/insight/alarm_pieces?number=1${query}`)).body,
      );
    expect((await pieces('admin', '')).data).toHaveLength(9);
    expect((await pieces('admin', `&week=${QUIET}`)).data).toHaveLength(2);
    // The warehouse may not open what still lies in the shop, and counts none of it.
    expect((await pieces('warehouse', '')).data).toEqual([]);
    const own = dataOf(
      alarmResponse.shape.data,
      await calls.call('warehouse', 'GET', '/insight/alarm?number=1'),
    );
    expect(own).toMatchObject({ pieces: 9, shown: 0 });
  });
});

describe('an explanation of an alarm', () => {
  const body = { number: 1, cause: 'making', note: 'The spring of the clasp is too soft.' };

  it('needs a cause and words, and an alarm that exists', async () => {
    expect((await settle('admin', { ...body, note: ' ' })).status).toBe(400);
    expect((await settle('admin', { ...body, cause: 'weather' })).status).toBe(400);
    expect((await settle('admin', { ...body, number: 99 })).status).toBe(404);
    expect((await settle('paris', body)).status).toBe(403);
    expect((await settle('auditor', body)).status).toBe(403);
    expect((await radar('admin')).alarms.every(({ state }) => state === 'open')).toBe(true);
  });

  it('is kept with its author, once, and sealed in the log', async () => {
    expect(await settle('warehouse', body)).toMatchObject({
      status: 200,
      body: { data: { state: 'settled' } },
    });
    expect((await settle('warehouse', body)).status).toBe(200);
    const [, alarm] = (await radar('admin')).alarms;
    expect(alarm).toMatchObject({
      number: 1,
      state: 'settled',
      settled: { cause: 'making', note: body.note },
    });
    expect(alarm?.settled?.by).not.toBe('');
    const { rows } = await calls.api.world.pool.query<{ data: string }>(
      `select data::text from public.events where type = 'DefectAlarmSettled'`,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.data).not.toContain('spring');
  });

  it('is not there at a moment before it, and no alarm before it was raised', async () => {
    const [settled] = (await calls.api.world.store.readStream(RADAR_STREAM)).events.slice(-1);
    const before = new Date(Date.parse(settled?.recordedAt ?? '') - 1_000).toISOString();
    const { alarms } = await radar('admin', `?as_of=${before}`);
    expect(alarms.map(({ state }) => state)).toEqual(['open', 'open']);
    expect(await numbers('admin', `?as_of=${new Date(Date.parse(RAISED_AT) - 1_000).toISOString()}`)).toEqual(
      [],
    );
    expect((await calls.call('admin', 'GET', '/insight/radar?as_of=2099-01-01T00:00:00Z')).status).toBe(400);
  });
});
