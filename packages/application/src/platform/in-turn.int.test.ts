import { createPool } from '@atelier/event-store/pool.ts';
import { createTestStore, type TestStore } from '@atelier/event-store/testing/test-store.ts';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from './database.ts';
import { inTurn } from './in-turn.ts';

let t: TestStore;
let nodes: readonly Pool[];
beforeAll(async () => {
  t = await createTestStore();
  const options = { connectionString: t.database.appUrl, role: 'atelier_app', max: 3 } as const;
  nodes = [createPool(options), createPool(options)];
});
afterAll(async () => {
  for (const pool of nodes) await pool.end();
  await t.close();
});

test('a crowd on two nodes does its work one after the other, and each asks the database', async () => {
  let underWay = 0;
  const seen: number[] = [];
  const crowd = nodes.flatMap((pool) => {
    const db = createDatabase(pool);
    return Array.from({ length: 10 }, (_, index) =>
      inTurn(db, 'bookings', async () => {
        seen.push((underWay += 1));
        await sql`select pg_sleep(0.01)`.execute(db);
        underWay -= 1;
        return index;
      }),
    );
  });
  expect((await Promise.all(crowd)).length).toBe(20);
  expect(new Set(seen)).toEqual(new Set([1]));
});

test('work that fails gives its turn back, and that of another name waits for none', async () => {
  const [first, second] = nodes.map((pool) => createDatabase(pool));
  if (first === undefined || second === undefined) throw new Error('two nodes');
  await expect(inTurn(first, 'bookings', () => Promise.reject(new Error('not today')))).rejects.toThrow(
    'not today',
  );
  const held = Promise.withResolvers<string>();
  const holding = inTurn(first, 'bookings', () => held.promise);
  expect(await inTurn(second, 'workforce', async () => 'meanwhile')).toBe('meanwhile');
  held.resolve('over');
  expect(await holding).toBe('over');
  expect(await inTurn(second, 'bookings', async () => 'next')).toBe('next');
});

test('a turn that another node keeps is refused as any lock that may pass', async () => {
  const [first, second] = nodes.map((pool) => createDatabase(pool));
  if (first === undefined || second === undefined) throw new Error('two nodes');
  const held = Promise.withResolvers<string>();
  const holding = inTurn(first, 'bookings', () => held.promise);
  await sql`select 1`.execute(first);
  await expect(inTurn(second, 'bookings', async () => 'never')).rejects.toMatchObject({ code: '55P03' });
  held.resolve('over');
  expect(await holding).toBe('over');
});

test('a turn within a turn is refused, instead of waiting for itself', async () => {
  const [db] = nodes.map((pool) => createDatabase(pool));
  if (db === undefined) throw new Error('a node');
  const nested = inTurn(db, 'workforce', () => inTurn(db, 'standard roles', async () => 'never'));
  await expect(nested).rejects.toThrow('the turn of standard roles would wait for that of workforce');
});
