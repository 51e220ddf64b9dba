import { sql } from 'kysely';
import pg, { type Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPool } from '@atelier/event-store/pool.ts';
import { createTestStore, type TestStore } from '@atelier/event-store/testing/test-store.ts';
import { createDatabase, inScope, type AppDb } from './database.ts';

let t: TestStore;
let pool: Pool;
let db: AppDb;

beforeAll(async () => {
  t = await createTestStore();
  pool = createPool({ connectionString: t.database.appUrl, role: 'atelier_app', max: 1 });
  db = createDatabase(pool);
});
afterAll(async () => {
  await pool.end();
  await t.close();
});

const SHOP = { kind: 'store', siteId: 3 } as const;
const KEY = sql<{ key: number | null }>`select app_scope_key() as key`;

/** What the only session of the pool is asked and answers, in order. */
async function traffic(work: () => Promise<unknown>): Promise<readonly string[]> {
  const seen: string[] = [];
  const client = await pool.connect();
  const query = client.query.bind(client) as (...all: unknown[]) => Promise<unknown>;
  const watched = async (...all: unknown[]) => {
    const [word = ''] = String(all[0]).split(/[ ;]/);
    seen.push(`sent ${word}`);
    const result = await query(...all);
    seen.push(`answered ${word}`);
    return result;
  };
  client.query = watched as typeof client.query;
  client.release();
  await work();
  client.query = query as typeof client.query;
  return seen;
}

test('transactions leave connections to what is read within them', async () => {
  const small = createPool({ connectionString: t.database.appUrl, role: 'atelier_app', max: 4 });
  const all = createDatabase(small);
  const reads = Array.from({ length: 40 }, () =>
    inScope(all, SHOP, async (trx) => {
      await KEY.execute(trx);
      return (await small.query<{ one: number }>('select 1 as one')).rows[0]?.one;
    }),
  );
  expect(new Set(await Promise.all(reads))).toEqual(new Set([1]));
  await small.end();
});

describe('a part of a pool', () => {
  test('is no larger than asked for, whatever became of those who waited', async () => {
    const { appUrl: connectionString } = t.database;
    const whole = new pg.Pool({ connectionString, max: 4, connectionTimeoutMillis: 300 });
    const part = createDatabase(whole, undefined, 1);
    const hold = () => {
      const end = Promise.withResolvers<void>();
      return { end: end.resolve, over: part.connection().execute(() => end.promise) };
    };
    const first = hold();
    await expect(KEY.execute(part)).rejects.toThrow('timeout exceeded when trying to connect');
    const second = hold();
    first.end();
    await first.over;
    await expect(KEY.execute(part)).rejects.toThrow('timeout exceeded when trying to connect');
    second.end();
    await second.over;
    await Promise.all([KEY.execute(part), KEY.execute(part), KEY.execute(part)]);
    expect([whole.totalCount, whole.idleCount]).toEqual([1, 1]);
    await whole.end();
    await expect(KEY.execute(part)).rejects.toThrow('after calling end');
    await expect(KEY.execute(part)).rejects.toThrow('after calling end');
  });
});

describe('a transaction in a scope', () => {
  test('sends its first query without waiting for the beginning', async () => {
    const seen = await traffic(() => inScope(db, SHOP, (trx) => KEY.execute(trx)));
    expect(seen.slice(0, 3)).toEqual(['sent begin', 'sent select', 'answered begin']);
    expect(seen.at(-1)).toBe('answered commit');
  });

  test('has its scope from the first query on, and leaves none behind when the work fails', async () => {
    const failing = inScope(db, SHOP, async (trx) => {
      expect((await KEY.execute(trx)).rows).toEqual([{ key: -3 }]);
      throw new Error('not today');
    });
    await expect(failing).rejects.toThrow('not today');
    expect((await KEY.execute(db)).rows).toEqual([{ key: null }]);
  });

  test('gives no result when it could not begin', async () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no scope of ours makes the beginning fail
    const broken = { kind: "store', 'x" } as never;
    await expect(inScope(db, broken, () => Promise.resolve('a result'))).rejects.toThrow(/set_config/);
    await expect(inScope(db, broken, (trx) => KEY.execute(trx))).rejects.toThrow(/aborted/);
    expect((await KEY.execute(db)).rows).toEqual([{ key: null }]);
  });
});
