import { setTimeout as sleep } from 'node:timers/promises';
import { documentOf, sentFromFactory } from '@atelier/application/nav/testing-nav.ts';
import { seeded } from '@atelier/application/projections/testing-histories.ts';
import { EVERYTHING, QUICK_FAULTS } from '@atelier/workers/nav/testing-nav-settings.ts';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startRedis, type TestRedis } from '../harness/redis.ts';
import { startNavSimulator, type NavSimulator } from '../nav-simulator/server.ts';
import { startFaultDatabase, type FaultDatabase } from './support/database.ts';
import { KilledWorkers } from './support/killed-workers.ts';
import { prepareWorld, type FaultWorld } from './support/world.ts';
import { until } from './support/until.ts';

/**
 * product/reliability.md §9, §10: after 200 packages with random faults of NAV, and its worker killed (−9) at every
 * step of the way, NAV holds exactly one document per tracking number, whichever backend carries the queues.
 */
const PACKAGES = 200;
const AT_ONCE = 20;
const SEED = 20_261_122;
/** A kill at about every third call that NAV hears, up to 12 ms after it: before our intent, before NAV, before our record. */
const KILLS = 1 / 3;
const KILL_WITHIN_MS = 12;
/** So many for each wave of packages: a worker that only ever begins comes to nothing. */
const KILLS_A_WAVE = 4;
const PATIENCE_MS = 600_000;

describe.each(['PostgreSQL', 'Redis'] as const)('with queues on %s', (backend) => {
  let database: FaultDatabase;
  let world: FaultWorld;
  let sim: NavSimulator;
  let redis: TestRedis | undefined;
  let workers: KilledWorkers;

  beforeAll(async () => {
    redis = backend === 'Redis' ? await startRedis() : undefined;
    database = await startFaultDatabase();
    world = await prepareWorld(database);
    sim = await startNavSimulator({ seed: SEED });
    sim.nav.faults.change({ ...QUICK_FAULTS, chances: EVERYTHING, questionsToo: true });
    workers = new KilledWorkers('nav-worker.ts', {
      DATABASE_URL: database.serviceUrl,
      NAV_URL: sim.url,
      NAV_COMPANY: sim.company,
      NAV_TOKEN: sim.token,
      ...(redis !== undefined && { REDIS_URL: redis.url }),
    });
  });
  afterAll(async () => {
    workers?.end();
    await world?.close();
    await sim?.close();
    await database?.remove();
    await redis?.stop();
  });

  test(
    `${PACKAGES} packages become ${PACKAGES} documents, whatever NAV and the worker do`,
    async () => {
      const random = seeded(SEED);
      const { store } = world.world;
      sim.listen((moment) => {
        if (random() < KILLS) workers.killIn(random() * KILL_WITHIN_MS, moment);
      });
      workers.begin();
      const sent = async (index: number): Promise<number> => sentFromFactory(store, `R9-${index}`);
      const isSent = async (id: number) => (await documentOf(store, id))?.state === 'sent';
      const ids: number[] = [];
      for (let index = 0; index < PACKAGES; index += AT_ONCE) {
        const wave = await Promise.all(Array.from({ length: AT_ONCE }, (_, offset) => sent(index + offset)));
        ids.push(...wave);
        workers.allow(KILLS_A_WAVE);
        // Redis is emptied now and then, in the midst of the work.
        if (redis !== undefined && index % 60 === 0) await empty(redis);
        await until(
          `the packages from ${index}`,
          async () => (await Promise.all(wave.map(isSent))).every(Boolean),
          60_000,
        );
      }
      workers.end();
      // Whatever NAV still makes late is there after this.
      await sleep(1_000);
      console.log(
        `${backend}: ${PACKAGES} packages, ${workers.kills.size} kinds of kills:`,
        Object.fromEntries(workers.kills),
      );
      expect(sim.nav.orders.duplicates()).toEqual([]);
      expect(sim.nav.orders.all()).toHaveLength(PACKAGES);
      const numbers = new Set(sim.nav.orders.all().map((order) => order.externalDocumentNumber));
      for (const id of ids) expect(numbers).toContain((await documentOf(store, id))?.trackingNumber);
      expect([...workers.kills.values()].reduce((sum, each) => sum + each, 0)).toBeGreaterThan(PACKAGES / 8);
    },
    PATIENCE_MS,
  );
});

async function empty({ url }: TestRedis): Promise<void> {
  const client = new Redis(url);
  await client.flushall();
  client.disconnect();
}
