import { DAY_MS } from '@atelier/domain/kernel.ts';
import { RADAR_STREAM } from '@atelier/domain/insight/radar/events.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import {
  deposit,
  handClock,
  newDeposit,
  servicesOf,
  type HandClock,
} from '@atelier/application/commands/testing-commands.ts';
import { findAlarm, alarmDetail, type RadarAsked } from '@atelier/application/insight/radar/radar.queries.ts';
import { watchRadar } from '@atelier/application/insight/radar/watch-radar.commands.ts';
import { pieceFactsProjection } from '@atelier/application/insight/piece-facts.projection.ts';
import { openWorld, type World } from '@atelier/application/projections/testing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs, type RunningJobs } from '../jobs/start-jobs.ts';
import { systemCaller } from '../system-caller.ts';
import { insightSlice } from './insight.job.ts';

const WEEK_MS = 7 * DAY_MS;
const FIRST_MONDAY = '2026-01-12T09:00:00.000Z';
const QUIET_WEEKS = 40;
/** The week after the quiet ones. */
const LOUD = '2026-10-19';

let world: World;
let clock: HandClock;
let services: CommandServices;
beforeAll(async () => {
  world = await openWorld();
  clock = handClock(new Date(FIRST_MONDAY));
  services = servicesOf(world, clock);
  for (let week = 0; week < QUIET_WEEKS; week += 1) await depositWeek(2);
  await depositWeek(12);
});
afterAll(() => world.close());

async function depositWeek(count: number): Promise<void> {
  for (let piece = 0; piece < count; piece += 1)
    await deposit(services, await newDeposit(world, { purchaseDate: '2025-06-10' }));
  clock.advance(WEEK_MS);
}

const watch = () => watchRadar(services, (week) => systemCaller(clock, 'insight', `watch-${week}`));
const run = async (): Promise<number> => {
  await world.settle([pieceFactsProjection]);
  return watch();
};
const radarEvents = async () => (await world.store.readStream(RADAR_STREAM)).events;
const ofType = async (type: string) => (await radarEvents()).filter((event) => event.type === type);
const asked = (): RadarAsked => ({ scope: { kind: 'all' }, moment: null, now: clock.now() });

/** The pieces deposited in a week, from the events alone. */
async function recounted(monday: string): Promise<number> {
  const { rows } = await world.pool.query<{ count: number }>(
    `select count(*)::integer as count from public.events where type = 'ItemDeposited'
        and data ->> 'createdAt' >= $1 and data ->> 'createdAt' < $2`,
    [monday, new Date(Date.parse(monday) + WEEK_MS).toISOString()],
  );
  return rows[0]?.count ?? 0;
}

test('two workers at once judge the last finished week once, and count what the events say', async () => {
  await world.settle([pieceFactsProjection]);
  const ran = await Promise.all([watch(), watch()]);
  expect(ran).toEqual([1, 1]);
  expect(await ofType('DefectWeekWatched')).toHaveLength(1);
  const raised = await ofType('DefectAlarmRaised');
  expect(raised).toHaveLength(1);
  expect(raised[0]?.data).toMatchObject({ number: 1, week: LOUD, reasonId: 1, factoryId: null });
  expect(raised[0]?.data).toMatchObject({ count: await recounted(LOUD) });
  expect(await run()).toBe(0);
});

test('weeks that were missed are judged later as they stood when they ended', async () => {
  await depositWeek(2);
  await depositWeek(14);
  await depositWeek(1);
  // The running week is not finished, whatever it has.
  await deposit(services, await newDeposit(world, { purchaseDate: '2025-06-10' }));
  expect(await run()).toBe(3);
  const watched = await ofType('DefectWeekWatched');
  expect(watched.map(({ data }) => 'week' in data && data.week)).toEqual([
    LOUD,
    '2026-10-26',
    '2026-11-02',
    '2026-11-09',
  ]);
  const raised = await ofType('DefectAlarmRaised');
  expect(raised.find(({ data }) => 'week' in data && data.week === '2026-11-02')?.data).toMatchObject({
    number: 1,
    count: 14,
  });
});

test('an alarm reads the same after the read model is rebuilt', async () => {
  const read = () =>
    world.asked({ kind: 'all' }, async (trx) => {
      const alarm = await findAlarm(world.store, asked(), 1);
      return alarm && alarmDetail(trx, alarm, asked());
    });
  const before = await read();
  expect(before?.weeks.find(({ week }) => week === LOUD)).toMatchObject({ count: 12, is_raised: true });
  expect(before?.shown).toBeGreaterThan(25);
  await world.projectorPool.query('truncate piece_facts');
  await world.projectorPool.query(
    `update projection_checkpoints set position = 0 where name = 'piece_facts'`,
  );
  await world.settle([pieceFactsProjection]);
  expect(await read()).toEqual(before);
});

test('workers that begin judge what is due without waiting for Monday', async () => {
  clock.advance(WEEK_MS);
  await world.settle([pieceFactsProjection]);
  const running: RunningJobs[] = [];
  for (const _ of [1, 2])
    running.push(
      await startJobs({
        services,
        queues: { databaseUrl: world.database.appUrl, redisUrl: undefined, onError: () => undefined },
        slices: [insightSlice(async () => undefined)],
        reconcileMs: 60_000,
        onRulesChanged: () => () => undefined,
        onError: () => undefined,
      }),
    );
  await expect
    .poll(async () => (await ofType('DefectWeekWatched')).length, { timeout: 60_000, interval: 100 })
    .toBe(5);
  for (const jobs of running) await jobs.stop();
  expect((await ofType('DefectWeekWatched')).length).toBe(5);
});
