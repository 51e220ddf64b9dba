import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { StaleVaultWriter } from './errors.ts';
import { inTransaction } from '@atelier/postgres/transaction.ts';
import { readStateMark } from '@atelier/event-store/state-cache.ts';
import { testMasterKey } from '@atelier/event-store/testing/test-registry.ts';
import {
  createTestStore,
  testMetadata,
  to,
  type TestStore,
} from '@atelier/event-store/testing/test-store.ts';
import {
  openRows,
  testVaults,
  type TestVaults,
  type VaultKind,
} from '@atelier/event-store/testing/test-vault.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { openPostgresVault } from './postgres-vault.ts';
import { createStoredVault } from './stored-vault.ts';
import { createSubjectKeys } from './subject-keys.ts';
import { counting, gated, gatedRead } from '@atelier/event-store/testing/watched-vault.ts';
import type { VaultDatabase, VaultSql } from './vault-database.ts';
import type { VaultPlace } from './vault-place.ts';
import { vaultIdOf } from './vault-revision.ts';

const clock = { now: () => new Date() };
const remark = (customer: string) => ({ type: 'RemarkMade', data: { customer, text: `of ${customer}` } });

describe.each<VaultKind>(['SQLite', 'PostgreSQL'])('a key vault in %s', (kind) => {
  let vaults: TestVaults;
  let place: VaultPlace;
  let t: TestStore;
  const opened: VaultDatabase[] = [];

  beforeAll(() => {
    vaults = testVaults(kind);
  });
  afterAll(() => vaults.remove());
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((database) => database.close()));
    await t.close();
  });

  const begin = async (): Promise<void> => {
    place = await vaults.newPlace();
    t = await createTestStore({ vault: place });
  };
  const write = (customer: string, node: EventStore = t.store) =>
    node.append({ streams: [to(`note-${customer}`, 0, remark(customer))], metadata: testMetadata });
  const textOf = async (customer: string, node: EventStore = t.store) =>
    (await node.readStream(`note-${customer}`)).events[0]?.data;
  const rowsAt = async (at: VaultPlace): Promise<VaultDatabase> => {
    const database = await openRows(at);
    opened.push(database);
    return database;
  };

  /** The persons' keys of a node whose vault is used through `database`. */
  const keysOver = async (database: VaultDatabase) => {
    const id = (await vaultIdOf(database.sql)) ?? '';
    const vault = {
      ...createStoredVault(database, id, testMasterKey),
      isInUse: () => true,
      isReadOnly: false,
    };
    return {
      vault,
      keys: createSubjectKeys(t.pool, { masterKey: testMasterKey, vault }, clock, () =>
        readStateMark(t.pool),
      ),
    };
  };

  describe('an erasure', () => {
    test('costs as many statements and rows after 300 others as the first one, and no more rows than the tree is deep', async () => {
      await begin();
      const counted = counting(await rowsAt(place));
      const { vault } = await keysOver(counted.database);
      const destroy = (subjects: readonly string[]) =>
        inTransaction(t.pool, (transaction) =>
          vault.destroy(
            transaction,
            subjects.map((subject) => ({ subject, reason: 'x', erasedAt: clock.now().toISOString() })),
          ),
        );
      const first = await counted.during(() => destroy(['c-1']));
      await destroy(Array.from({ length: 300 }, (_, index) => `c-before-${index}`));
      const later = await counted.during(() => destroy(['c-2']));
      expect(first).toMatchObject({ nodes: 96 });
      expect(later.statements).toBe(first.statements);
      expect(later.nodes).toBeLessThan(96);
      const again = await counted.during(() => destroy(['c-2']));
      expect(again.nodes).toBe(0);
    });

    test('of many persons is written in parts, each a turn of the event loop long at most', async () => {
      await begin();
      const counted = counting(await rowsAt(place));
      const { keys } = await keysOver(counted.database);
      await keys.erase(
        Array.from({ length: 250 }, (_, index) => `c-${index}`),
        'asked for it',
      );
      expect(counted.transactions()).toBe(25);
      expect(counted.mostNodes()).toBeLessThanOrEqual(960);
      expect(await t.store.erasures(0, 1_000)).toHaveLength(250);
    });

    test('reads the rows of a person alone', async () => {
      await begin();
      await t.store.erase(
        Array.from({ length: 40 }, (_, index) => `c-${index}`),
        'x',
      );
      const counted = counting(await rowsAt(place));
      const { vault } = await keysOver(counted.database);
      await vault.wrap([{ subject: 'c-other', key: randomBytes(32) }]);
      expect(counted.mostRowsRead()).toBe(1);
    });

    test('that stalled until PostgreSQL ended its session fails, and brings no one back', async () => {
      await begin();
      for (const customer of ['c-1', 'c-2']) await write(customer);
      const gate = gated(await rowsAt(place));
      const { keys } = await keysOver(gate.database);
      const stalled = keys.erase(['c-1'], 'x');
      await gate.reached;
      await endWriters(t);
      await t.store.erase(['c-2'], 'x');
      gate.open();
      await expect(stalled).rejects.toThrow(StaleVaultWriter);
      const fresh = await t.openAnother();
      expect(await textOf('c-1', fresh)).toMatchObject({ text: 'of c-1' });
      expect(await textOf('c-2', fresh)).toMatchObject({ text: null });
      expect((await fresh.erasures(0, 10)).map(({ subject }) => subject)).toEqual(['c-2']);
      const { keys: again } = await keysOver(gate.database);
      await again.erase(['c-1'], 'x');
      expect((await fresh.erasures(0, 10)).map(({ subject }) => subject)).toEqual(['c-2', 'c-1']);
    });

    test('that ended between vault and database is found in the ledger, and may be repeated', async () => {
      await begin();
      await write('c-1');
      const { vault } = await keysOver(await rowsAt(place));
      const erasure = { subject: 'c-1', reason: 'x', erasedAt: clock.now().toISOString() };
      const cut = inTransaction(t.pool, async (transaction) => {
        await vault.destroy(transaction, [erasure]);
        throw new Error('killed');
      });
      await expect(cut).rejects.toThrow('killed');
      const node = await t.openAnother();
      expect(await textOf('c-1', node)).toMatchObject({ text: null });
      expect(await node.erasures(0, 10)).toEqual([{ ...erasure, number: 1 }]);
      await node.erase(['c-1'], 'again');
      expect(await node.erasures(0, 10)).toEqual([{ ...erasure, number: 1 }]);
    });

    test('while a node reads: what it read before is not kept', async () => {
      await begin();
      const key = randomBytes(32);
      const database = await rowsAt(place);
      const gate = gatedRead(database);
      const { vault } = await keysOver(gate.database);
      const [wrapped] = await (await keysOver(database)).vault.wrap([{ subject: 'c-1', key }]);
      if (wrapped === undefined) throw new Error('not wrapped');
      const early = vault.unwrap([{ subject: 'c-1', wrapped }]);
      await gate.reached;
      await t.store.erase(['c-1'], 'x');
      const { rows } = await t.pool.query<{ revision: number }>('select revision from key_vault');
      gate.open();
      await vault.follow(rows[0]?.revision ?? 0);
      await early;
      expect(await vault.unwrap([{ subject: 'c-1', wrapped }])).toEqual([undefined]);
    });

    test('is known at once to a node that reads of the person in the database', async () => {
      await begin();
      const { vault } = await keysOver(await rowsAt(place));
      const [wrapped] = await vault.wrap([{ subject: 'c-1', key: randomBytes(32) }]);
      if (wrapped === undefined) throw new Error('not wrapped');
      await t.store.erase(['c-1'], 'x');
      const { rows } = await t.pool.query<{ revision: number }>('select revision from key_vault');
      await vault.follow(rows[0]?.revision ?? 0);
      expect(await vault.unwrap([{ subject: 'c-1', wrapped }])).toEqual([undefined]);
    });
  });

  test('that is away opens what the node has opened before, and nothing new', async () => {
    await begin();
    const database = await rowsAt(place);
    let isAway = false;
    const sql: VaultSql = (text, values) =>
      isAway ? Promise.reject(new Error('away')) : database.sql(text, values);
    const { vault } = await keysOver({ ...database, sql });
    const [wrapped] = await vault.wrap([{ subject: 'c-1', key: randomBytes(32) }]);
    if (wrapped === undefined) throw new Error('not wrapped');
    isAway = true;
    // Longer than a node goes on without asking.
    await sleep(600);
    expect(await vault.unwrap([{ subject: 'c-1', wrapped }])).toEqual([expect.anything()]);
    await expect(vault.unwrap([{ subject: 'c-2', wrapped }])).rejects.toThrow('away');
  });

  test('whose index of search has a key asks for the next one by the length of the ledger', async () => {
    await begin();
    const { sealing, erase } = t.store;
    const renew = () => sealing.renewWords(() => Promise.resolve());
    expect(await renew()).toBe(true);
    expect(await renew()).toBe(false);
    const before = (await sealing.words()).mark;
    await erase(['c-1'], 'x');
    expect(await renew()).toBe(true);
    expect((await sealing.words()).mark).not.toBe(before);
    expect(await renew()).toBe(false);
  });

  test.runIf(kind === 'SQLite')(
    'holds in no file what was destroyed, after hundreds of erasures',
    async () => {
      await begin();
      const database = await rowsAt(place);
      const gone = new Set<string>();
      for (let round = 0; round < 30; round += 1) {
        const before = await secretsIn(database);
        await t.store.erase(
          Array.from({ length: 10 }, (_, index) => `c-${round}-${index}`),
          'x',
        );
        const after = new Set(await secretsIn(database));
        for (const secret of before) if (!after.has(secret)) gone.add(secret);
      }
      const folder = dirname(place.file);
      const bytes = readdirSync(folder)
        .map((name) => readFileSync(join(folder, name)).toString('hex'))
        .join('\n');
      expect(gone.size).toBeGreaterThan(250);
      expect([...gone].filter((secret) => bytes.includes(secret))).toEqual([]);
    },
  );
});

const secretsIn = async ({ sql }: VaultDatabase): Promise<readonly string[]> =>
  (await sql<{ secret: Uint8Array }>('select secret from vault_person_nodes')).map(({ secret }) =>
    Buffer.from(secret).toString('hex'),
  );

/** As PostgreSQL ends a session that idles in a transaction. */
async function endWriters(t: TestStore): Promise<void> {
  const admin = new Client({ connectionString: t.database.adminUrl });
  await admin.connect();
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`,
  );
  await admin.end();
}

test('a server that is not there is named without its password, and the setting that names it', async () => {
  const url = 'postgres://vault:secret@127.0.0.1:1/vault';
  const refused = await openPostgresVault(url).catch(String);
  expect(refused).toMatch(/127\.0\.0\.1:1\/vault cannot be used .*in KEY_VAULT_URL/);
  expect(refused).not.toContain('secret');
});
