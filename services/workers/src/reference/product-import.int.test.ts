import { servicesOf, handClock, must } from '@atelier/application/commands/testing-commands.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { openWorld, TEST_NOW, type World } from '@atelier/application/projections/testing.ts';
import { startProductImport } from '@atelier/application/reference/product-import/product-import.commands.ts';
import { listProductImports } from '@atelier/application/reference/product-import/product-import.queries.ts';
import { startRedis, type TestRedis } from '@atelier/tests/harness/redis.ts';
import { startNavSimulator, type NavSimulator } from '@atelier/tests/nav-simulator/server.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startJobs, type RunningJobs } from '../jobs/start-jobs.ts';
import { systemCaller } from '../system-caller.ts';
import { productImportSlice } from './product-import.job.ts';

describe.each(['PostgreSQL', 'Redis'] as const)('product import with queues on %s', (backend) => {
  let world: World;
  let services: CommandServices;
  let catalogue: NavSimulator;
  let redis: TestRedis | undefined;
  let jobs: RunningJobs | undefined;

  beforeAll(async () => {
    redis = backend === 'Redis' ? await startRedis() : undefined;
    world = await openWorld();
    services = servicesOf(world, handClock(TEST_NOW));
    catalogue = await startNavSimulator({ seed: 3 });
  });
  afterAll(async () => {
    await jobs?.stop();
    await catalogue.close();
    await world.close();
    await redis?.stop();
  });

  const begin = async (isConfigured = true) => {
    const url = `${catalogue.url}/companies(${catalogue.company})/items`;
    const feed = { url, token: catalogue.token, user: undefined, timeoutMs: 2_000 };
    jobs = await startJobs({
      services,
      queues: { databaseUrl: world.database.appUrl, redisUrl: redis?.url, onError: () => undefined },
      slices: [productImportSlice(isConfigured ? feed : undefined)],
      reconcileMs: 300,
      onError: () => undefined,
    });
  };
  const start = async (...skus: string[]) => {
    const caller = systemCaller(services.clock, 'test');
    return Number(must(await startProductImport(services, caller, skus)).answer?.['import_id']);
  };
  const ended = async (id: number) => {
    for (let attempt = 0; attempt < 200; attempt += 1) {
      const found = (await listProductImports(world.db)).find((each) => each.id === id);
      if (found?.state === 'done') return found;
      await sleep(50);
    }
    throw new Error('the import did not end');
  };
  const resultsOf = async (id: number) =>
    Object.fromEntries((await ended(id)).lines.map(({ sku, result }) => [sku, result]));
  const imported = async () => {
    const { rows } = await world.pool.query<{ n: number }>(
      "select count(*)::integer as n from events where type = 'ReferenceImported'",
    );
    return rows[0]?.n ?? 0;
  };

  it('saves what the catalogue knows, with prices, and says of each SKU what became of it', async () => {
    const id = await start('LU-100', 'LU-200', 'LU-900', 'NO-SUCH');
    await begin();
    expect(await resultsOf(id)).toEqual({
      'LU-100': 'created',
      'LU-200': 'created',
      'LU-900': 'invalid',
      'NO-SUCH': 'not_found',
    });
    const { lines } = await ended(id);
    expect(lines.find(({ sku }) => sku === 'LU-900')?.code).toMatch(/^kind\./);
    expect(lines.find(({ sku }) => sku === 'LU-100')?.name).toBe('Lumière solitaire ring, 18k yellow gold');
    const product = await world.db
      .selectFrom('products')
      .selectAll()
      .where('sku', '=', 'LU-100')
      .executeTakeFirstOrThrow();
    expect(product).toMatchObject({ kind: 'ring', is_gold: true, weight_mg: 3_400 });
    const prices = await world.db.selectFrom('prices').selectAll().where('sku', '=', 'LU-100').execute();
    expect(prices.find(({ currency }) => currency === 'EUR')?.amount).toBe(129_000);
    expect(await world.store.verifyChain(`product-import-${id}`)).toMatchObject({ ok: true });
  });

  it('writes nothing twice: repeated, everything is unchanged', async () => {
    const before = await imported();
    const again = await resultsOf(await start('LU-100', 'LU-200'));
    expect(again).toEqual({ 'LU-100': 'unchanged', 'LU-200': 'unchanged' });
    expect(await imported()).toBe(before);
  });

  it('goes on after the catalogue was out of order', async () => {
    catalogue.nav.faults.change({ chances: { error: 1 }, questionsToo: true });
    const id = await start('LU-300');
    await sleep(600);
    const waiting = (await listProductImports(world.db)).find((each) => each.id === id);
    expect(waiting).toMatchObject({ state: 'running', done: 0 });
    catalogue.nav.faults.change({ chances: {}, questionsToo: false });
    expect(await resultsOf(id)).toEqual({ 'LU-300': 'created' });
  });

  it('says so when no catalogue is configured', async () => {
    await jobs?.stop();
    await begin(false);
    const { lines } = await ended(await start('LU-400'));
    expect(lines).toMatchObject([{ sku: 'LU-400', result: 'failed', code: 'feed_not_configured' }]);
  });
});
