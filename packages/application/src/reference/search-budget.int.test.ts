import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchContacts, searchOrders } from './customers.queries.ts';
import type { AppDb, AppTransaction } from '../platform/database.ts';
import { searchWithin } from './search-budget.queries.ts';
import { first, openReferenceFixture, type ReferenceFixture } from './testing.ts';

const ALL = { kind: 'all' } as const;

let fixture: ReferenceFixture;
let db: AppDb;

beforeAll(async () => {
  fixture = await openReferenceFixture();
  ({ db } = fixture);
});
afterAll(() => fixture.close());

const quick = async (trx: AppTransaction) => {
  const { rows } = await sql<{ found: number }>`select 1 as found`.execute(trx);
  return rows.map(({ found }) => found);
};
const slow = async (trx: AppTransaction) => {
  await sql`select pg_sleep(30)`.execute(trx);
  return [2];
};

describe('a search answers before the screens give it up (product/calls.md §4: 60 s)', () => {
  it('with everything, when there is time for it', async () => {
    expect(await searchWithin(db, ALL, [quick, quick], 5_000)).toEqual({ rows: [1, 1], partial: false });
  });

  it('with what was found by then, and says that it is not all', async () => {
    expect(await searchWithin(db, ALL, [quick, slow, quick], 300)).toEqual({ rows: [1], partial: true });
  });

  it('but a failure is a failure', async () => {
    const broken = (trx: AppTransaction) => sql<never>`select 1 / 0`.execute(trx).then(({ rows }) => rows);
    await expect(searchWithin(db, ALL, [broken], 5_000)).rejects.toThrow(/division by zero/);
  });

  it('also when the tables are locked', async () => {
    const { phone } = first(fixture.reference.customers);
    const { order_number } = first(fixture.reference.sales_orders);
    const holder = await fixture.owner.connect();
    try {
      await holder.query('begin; lock table customers, sales_orders in access exclusive mode');
      const nothing = { rows: [], partial: true };
      expect(await searchContacts(db, ALL, phone, 200)).toEqual(nothing);
      expect(await searchOrders(db, ALL, order_number, 200)).toEqual(nothing);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    expect(await searchContacts(db, ALL, phone, 5_000)).toMatchObject({ partial: false, rows: [{ phone }] });
    expect((await searchOrders(db, ALL, order_number, 5_000)).rows).toHaveLength(1);
  });

  it('and never with more than 50, each once', async () => {
    const { rows } = await searchContacts(db, ALL, 'ma');
    expect(rows).toHaveLength(50);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(50);
    const orders = (await searchOrders(db, ALL, 'INV-PAR')).rows;
    expect(orders).toHaveLength(50);
    const days = orders.map(({ purchase_date }) => purchase_date);
    expect(days).toEqual(days.toSorted((a, b) => (a < b ? 1 : -1)));
  });
});
