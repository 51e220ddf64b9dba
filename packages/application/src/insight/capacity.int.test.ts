import { FLOW_STAGES } from '@atelier/domain/insight/factory-stages.ts';
import { episodesOf, type SiteStay } from '@atelier/domain/insight/simulation/episodes.ts';
import { flowModelStream } from '@atelier/domain/insight/simulation/events.ts';
import type { Episode } from '@atelier/domain/insight/simulation/flow-model.ts';
import { DAY_MS, itemStream, SYSTEM, toMs } from '@atelier/domain/kernel.ts';
import { isItemEvent } from '@atelier/domain/personal-data.ts';
import { momentIn, statesOf } from '@atelier/domain/processes/ready-history.ts';
import { createTestDatabase } from '@atelier/tests/harness/postgres.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadBulk } from '../../../../demo/load/testing-bulk.ts';
import { handClock, servicesOf, type HandClock } from '../commands/testing-commands.ts';
import type { Caller, CommandServices } from '../commands/run-command.ts';
import { testMetadata } from '@atelier/event-store/testing/test-store.ts';
import { TEST_KEY, TEST_NOW, worldOn, type World } from '../projections/testing.ts';
import { fitFlows } from './fit-flow.commands.ts';
import { findFlowModel, flowEpisodes } from './flow-model.queries.ts';
import { stageStaysProjection } from './stage-stays.projection.ts';

const SHENZHEN = 31;
const HOUR_MS = 3_600_000;
let world: World;
let clock: HandClock;
let services: CommandServices;
const caller: Caller = { actor: SYSTEM, scope: { kind: 'all' }, metadata: testMetadata };

beforeAll(async () => {
  const database = await createTestDatabase();
  await loadBulk({ ownerUrl: database.connectionString, now: TEST_NOW, items: 1_500, masterKey: TEST_KEY });
  world = await worldOn(database);
  await world.settle([stageStaysProjection]);
  clock = handClock(TEST_NOW);
  services = servicesOf(world, clock);
});
afterAll(() => world.close());

const modelsOf = async (site: number) => (await world.store.readStream(flowModelStream(site))).events;

const toMinutes = (hours: number | null) => (hours === null ? null : Math.round(60 * hours));
const rounded = (episode: Episode) =>
  episode.map(({ stage, from, until }) => [stage, toMinutes(from), toMinutes(until)]);

/** The same times from the events alone, of one piece. */
async function recounted(itemId: number): Promise<readonly Episode[]> {
  const { events } = await world.store.readStream(itemStream(itemId));
  const own = events.map(({ type, data }) => ({ type, data })).filter(isItemEvent);
  const states = statesOf(own.map((event) => ({ at: momentIn(event), event })));
  const stays = states.flatMap(({ at, facts }, index): SiteStay[] => {
    if (facts.site !== SHENZHEN || !FLOW_STAGES.includes(facts.status)) return [];
    const next = states[index + 1]?.at;
    const until = next === undefined ? null : next / HOUR_MS;
    return [{ piece: itemId, stage: facts.status, from: at / HOUR_MS, until }];
  });
  return episodesOf(stays);
}

it('reads the times of pieces at a site as their events say them', async () => {
  const all = await world.asked({ kind: 'all' }, (trx) => flowEpisodes(trx, SHENZHEN, TEST_NOW));
  const rows = await world.asked({ kind: 'all' }, (trx) =>
    trx
      .selectFrom('stage_stays')
      .select('item_id')
      .distinct()
      .where('site', '=', SHENZHEN)
      .orderBy('item_id', 'desc')
      .limit(80)
      .execute(),
  );
  let compared = 0;
  for (const { item_id: id } of rows)
    for (const episode of await recounted(id)) {
      const first = episode[0]?.from ?? 0;
      if (first < TEST_NOW.getTime() / HOUR_MS - 300 * 24) continue;
      const read = all.find(([visit]) => visit !== undefined && Math.abs(visit.from - first) < 1e-6);
      expect(read === undefined ? [] : rounded(read)).toEqual(rounded(episode));
      compared += 1;
    }
  expect(compared).toBeGreaterThan(30);
});

it('two workers at once learn one model of each factory, and another one a week later', async () => {
  const both = await Promise.all([fitFlows(services, caller), fitFlows(services, caller)]);
  expect(both.flat()).toContain(SHENZHEN);
  expect(new Set(both.flat()).size).toBe(both.flat().length);
  await world.settle([stageStaysProjection]);
  expect(await fitFlows(services, caller)).toEqual([]);
  clock.advance(7 * DAY_MS);
  expect(await fitFlows(services, caller)).toContain(SHENZHEN);
  expect((await modelsOf(SHENZHEN)).map(({ data }) => Reflect.get(data, 'number'))).toEqual([1, 2]);
});

it('is known from the moment at which it was learnt', async () => {
  const [first, second] = await modelsOf(SHENZHEN);
  if (first === undefined || second === undefined) throw new Error('no models');
  const just = (recordedAt: string, ms: number) => new Date(toMs(recordedAt) + ms).toISOString();
  const at = async (asOf: string) =>
    (await findFlowModel(world.db, SHENZHEN, { asOf, knownAt: null }))?.number;
  expect(await at(just(first.recordedAt, -1))).toBeUndefined();
  expect(await at(just(second.recordedAt, -1))).toBe(1);
  expect((await findFlowModel(world.db, SHENZHEN))?.number).toBe(2);
});
