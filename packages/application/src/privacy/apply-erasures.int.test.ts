import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vaultPlaceOf } from '@atelier/key-vault/vault-place.ts';
import { laggingStandbyOf } from '@atelier/tests/harness/failover.ts';
import { createPreparedDatabase } from '@atelier/tests/harness/postgres.ts';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPostgresBlobStore } from '../blobs/postgres-blob-store.ts';
import { TEST_NOW, worldOn, writeReference, type World } from '../projections/testing.ts';
import { randomStories, writeStories } from '../projections/testing-histories.ts';
import { applyErasures } from './apply-erasures.commands.ts';
import { keepErased } from './keep-erased.commands.ts';

const folder = mkdtempSync(join(tmpdir(), 'atelier-ledger-'));
const stories = randomStories({ seed: 31, deposits: 3, stores: [1] });
let world: World;

beforeAll(async () => {
  const database = await createPreparedDatabase('reference', writeReference);
  world = await worldOn(database, vaultPlaceOf({}, join(folder, 'master.key')));
  await writeStories(world.store, stories);
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

const refs = stories.map(({ rmaId }) => `customer-${rmaId}`);
/** As a start does; what it asked of the ledger, and how many persons it erased. */
async function start() {
  const asked: number[] = [];
  const store: World['store'] = {
    ...world.store,
    erasures: (after, limit) => {
      asked.push(after);
      return world.store.erasures(after, limit);
    },
  };
  const blobs = createPostgresBlobStore(world.pool, world.store.files);
  const erased = await applyErasures({ ...world, store, blobs, clock: { now: () => TEST_NOW } });
  return { asked, erased };
}

it('erases again whom the ledger names, once, and goes on from where it came to', async () => {
  await world.store.erase(refs.slice(0, 2), 'test');
  expect(await start()).toEqual({ asked: [0, 2], erased: 2 });
  expect(await start()).toEqual({ asked: [2], erased: 0 });
  await world.store.erase(refs.slice(2), 'test');
  expect(await start()).toEqual({ asked: [2, 3], erased: 1 });
});

it('begins again with a database that was restored from before', async () => {
  const admin = new Client({ connectionString: world.database.adminUrl });
  await admin.connect();
  await admin.query(`delete from erasures; update key_vault set ledger = 1`);
  await admin.end();
  expect(await start()).toEqual({ asked: [1, 3], erased: 2 });
});

it('is applied by a running process again when the database failed over to one from before', async () => {
  const said: object[] = [];
  const log = { warn: (facts: object) => void said.push(facts) };
  const blobs = createPostgresBlobStore(world.pool, world.store.files);
  const services = { ...world, blobs, clock: { now: () => TEST_NOW } };
  const erased = await keepErased({ services, log });
  const standby = await laggingStandbyOf(world.database);
  const isBack = () =>
    world.pool.query('select 1').then(
      () => true,
      () => false,
    );
  await expect.poll(isBack).toBe(true);
  await world.store.erase(['customer-later'], 'test');
  await standby.promote();
  await expect.poll(isBack).toBe(true);
  await expect.poll(() => said).toContainEqual({ persons: 1 });
  const { rows } = await world.pool.query('select from erasures where subject = $1', ['customer-later']);
  expect(rows).toHaveLength(1);
  erased.stop();
});
