import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { deposit, newDeposit } from '../commands/testing-commands.ts';
import {
  startReplicatedDatabase,
  type ReplicatedDatabase,
} from '@atelier/tests/faults/support/replicated-database.ts';
import { prepareWorld, type FaultWorld } from '@atelier/tests/faults/support/world.ts';
import { sql, type Transaction } from 'kysely';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createDatabase, type Database } from '../platform/database.ts';
import { listReader, type ReadList } from './list-reader.ts';

/** A separate primary and standby: lists are read from the standby. */
let pair: ReplicatedDatabase;
let site: FaultWorld;
let replicaPool: Pool;
let standby: Pool;
let reasons: string[];
let backs: number;
let read: ReadList;

beforeAll(async () => {
  pair = await startReplicatedDatabase();
  site = await prepareWorld(pair);
  replicaPool = createPool({
    connectionString: pair.standbyUrl,
    role: 'atelier_app',
    isReplica: true,
    max: 4,
  });
  standby = createPool({ connectionString: pair.standbyAdminUrl, role: 'owner', max: 1 });
  await deposited();
});

afterAll(async () => {
  await site?.close();
  await Promise.all([replicaPool?.end(), standby?.end()]);
  await pair?.remove();
});

beforeEach(() => {
  reasons = [];
  backs = 0;
  read = listReader(site.world.db, {
    db: createDatabase(replicaPool),
    onLeftOut: (reason) => reasons.push(String(reason)),
    onBack: () => (backs += 1),
  });
});

async function deposited(): Promise<number> {
  const { itemId } = await deposit(site.services, await newDeposit(site.world));
  return itemId;
}

const positionOf = async (itemId: number): Promise<number> => {
  const { events } = await site.world.store.readStream(`item-${itemId}`);
  return events.at(-1)?.position ?? 0;
};

interface Shown {
  readonly onReplica: boolean;
  readonly ids: readonly number[];
}

const show = async (trx: Transaction<Database>): Promise<Shown> => {
  const { rows } = await sql<{ on_replica: boolean }>`select pg_is_in_recovery() as on_replica`.execute(trx);
  const items = await trx.selectFrom('item_row').select('id').execute();
  return { onReplica: rows[0]?.on_replica === true, ids: items.map(({ id }) => id) };
};

/** On a slow machine the replica is left out for a while and comes back. */
const readOnReplica = (scope: DataScope): Promise<Shown> =>
  vi.waitFor(
    async () => {
      const shown = await read(scope, {}, show);
      expect(shown.onReplica).toBe(true);
      return shown;
    },
    { timeout: 60_000 },
  );

test('a list comes from the replica, within the same scope', async () => {
  const all = await readOnReplica({ kind: 'all' });
  expect(all.ids.length).toBeGreaterThan(0);
  // Nothing of theirs was deposited: another shop sees no row there either.
  expect((await readOnReplica({ kind: 'store', siteId: 999_999 })).ids).toEqual([]);
});

test('a writer sees its change in every list, and lists still come from the replica', async () => {
  for (let fromReplica = 0; fromReplica < 10;) {
    const itemId = await deposited();
    const list = await read({ kind: 'all' }, { position: await positionOf(itemId) }, show);
    expect(list.ids).toContain(itemId);
    if (list.onReplica) fromReplica += 1;
  }
});

test('a projection that the replica has not seen pass the position is waited for on the primary', async () => {
  const position = await positionOf(await deposited());
  await site.world.store.advanceHorizon();
  // Nothing folds here, so no projection has passed anything.
  const list = await read({ kind: 'all' }, { position, projections: ['search'] }, show);
  expect(list.onReplica).toBe(false);
  expect(reasons).toEqual([]);
  // Who has written nothing waits for no projection; the replica may be a moment behind.
  await expect
    .poll(() => read({ kind: 'all' }, { projections: ['search'] }, show))
    .toMatchObject({ onReplica: true });
});

test('a replica that stands still is left out until it has caught up, and no list is older for it', async () => {
  await standby.query('select pg_wal_replay_pause()');
  const itemId = await deposited();
  await site.world.store.advanceHorizon();
  const list = await read({ kind: 'all' }, {}, show);
  expect(list).toMatchObject({ onReplica: false });
  expect(list.ids).toContain(itemId);
  await read({ kind: 'all' }, {}, show);
  expect(reasons).toEqual(['Error: behind the primary']);
  await standby.query('select pg_wal_replay_resume()');
  const isBack = async () => (await read({ kind: 'all' }, {}, show)).onReplica;
  await expect.poll(isBack, { timeout: 60_000, interval: 250 }).toBe(true);
  expect(backs).toBe(1);
});

test('a failure of the list itself is no failure of the replica', async () => {
  const failing = read({ kind: 'all' }, {}, () => Promise.reject(new Error('no such sort')));
  await expect(failing).rejects.toThrow('no such sort');
  expect(reasons).toEqual([]);
});

test('without the replica lists go on, from the primary', async () => {
  await pair.killStandby();
  const lists = await Promise.all([1, 2, 3].map(() => read({ kind: 'all' }, {}, show)));
  expect(lists.map(({ onReplica }) => onReplica)).toEqual([false, false, false]);
  expect(reasons).toHaveLength(1);
});
