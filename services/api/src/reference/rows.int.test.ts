import { randomUUID } from 'node:crypto';
import { EDITABLE_SETS } from '@atelier/domain/reference/import/editable.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, signInAs } from '../testing/testing-api.ts';
import { ImportWorld } from './testing-import.ts';

type Cells = Record<string, string>;
interface Row {
  readonly key: string;
  readonly cells: Cells;
}

let world: ImportWorld;
beforeAll(async () => {
  world = await ImportWorld.open();
});
afterAll(() => world.api.close());

const get = async (path: string, token = world.token) =>
  world.app.inject({ method: 'GET', url: `/api/reference${path}`, headers: bearer(token) });
const rows = async (set: string, q = ''): Promise<{ data: Row[]; total: number }> =>
  (await get(`/rows?set=${set}&q=${encodeURIComponent(q)}&page_size=100`)).json();
const row = async (set: string, q: string): Promise<Row> => {
  const [found] = (await rows(set, q)).data;
  if (found === undefined) throw new Error(`no row of ${set} has ${q}`);
  return found;
};
const save = (payload: object, { token = world.token, key = randomUUID() } = {}) =>
  world.app.inject({
    method: 'POST',
    url: '/api/reference/row',
    headers: { ...bearer(token), 'idempotency-key': key },
    payload,
  });

describe('rows of reference data', () => {
  it.each(EDITABLE_SETS)(
    '%s are exported as a file that changes nothing when it is imported',
    async (set) => {
      const { total } = await rows(set);
      expect(total).toBeGreaterThan(0);
      const file = await get(`/rows/export?set=${set}`);
      expect(file.headers['content-disposition']).toContain(`${set}.csv`);
      const { status, body } = await world.send(set, file.body, { dryRun: true });
      expect(status).toBe(200);
      expect(body.data.counts).toEqual({ insert: 0, update: 0, unchanged: total, error: 0 });
    },
  );

  it('are filtered by words in their cells, and by the name of a sub-reason', async () => {
    const found = await rows('shipping_fees', 'fr CLIENT');
    expect(found.data.map(({ key }) => key)).toEqual(['FR.client']);
    expect((await rows('repair_fees', 'nothing of the kind')).total).toBe(0);
  });

  it('one is saved as an event with who, why, and what of it, and is the fee from then on', async () => {
    const { cells: seen } = await row('shipping_fees', 'FR client');
    const answer = await save({
      set: 'shipping_fees',
      cells: { ...seen, amount: '27.50' },
      seen,
      reason: 'new tariff',
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().data.key).toBe('FR.client');
    const stored = await world.rows(
      `select amount from shipping_fees where country = 'FR' and destination = 'client'`,
    );
    expect(stored).toEqual([{ amount: 2750 }]);
    const history = await get('/row/history?set=shipping_fees&key=FR.client');
    expect(history.json().data).toMatchObject([
      {
        by: 'admin person',
        reason: 'new tariff',
        is_new: false,
        changes: [{ column: 'amount', before: seen['amount'], after: '27.50' }],
      },
    ]);
    const recorded = await world.rows(
      `select type from events where stream_id in ('table-shipping_fees', 'recorded-shipping_fees', 'reference-row-shipping_fees-FR.client')
        or (type = 'TableRecorded' and data ->> 'table' = 'shipping_fees') order by position`,
    );
    expect(recorded.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['TableRecorded', 'ReferenceRowSaved']),
    );
  });

  it('one that another person changed meanwhile is not overwritten', async () => {
    const { cells: seen } = await row('shipping_fees', 'ES client');
    const first = await save({
      set: 'shipping_fees',
      cells: { ...seen, amount: '31.00' },
      seen,
      reason: 'a',
    });
    expect(first.statusCode).toBe(200);
    const second = await save({
      set: 'shipping_fees',
      cells: { ...seen, amount: '32.00' },
      seen,
      reason: 'b',
    });
    expect([second.statusCode, second.json().code]).toEqual([409, 'row_changed']);
    const taken = await save({ set: 'shipping_fees', cells: seen, seen: null, reason: 'c' });
    expect(taken.json().code).toBe('row_changed');
    expect((await row('shipping_fees', 'ES client')).cells['amount']).toBe('31.00');
  });

  it('saved again, the same request is one event', async () => {
    const { cells: seen } = await row('stores', 'ST-PAR');
    const body = { set: 'stores', cells: { ...seen, phone: '+33 1 11 22 33 44' }, seen, reason: 'moved' };
    const key = randomUUID();
    const [first, again] = [await save(body, { key }), await save(body, { key })];
    expect([first.statusCode, again.statusCode]).toEqual([200, 200]);
    const history = (await get(`/row/history?set=stores&key=${seen['code']}`)).json().data;
    expect(history).toHaveLength(1);
  });

  it.each([
    ['amount', 'much'],
    ['currency', 'XXX-'],
    ['country', 'QQ'],
  ])('is refused with its column where %s is %s, and nothing is written', async (column, cell) => {
    const { cells: seen } = await row('shipping_fees', 'FR client');
    const before = (await world.rows('select count(*)::int as n from events'))[0];
    const refused = await save({
      set: 'shipping_fees',
      cells: { ...seen, [column]: cell },
      seen,
      reason: 'x',
    });
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({
      code: 'import_refused',
      errors: [expect.objectContaining({ path: `1.${column}` })],
    });
    expect((await world.rows('select count(*)::int as n from events'))[0]).toEqual(before);
  });

  it('a file that is imported later holds over a saved row', async () => {
    const file = (await get('/rows/export?set=shipping_fees&q=FR%20client')).body;
    const { cells: seen } = await row('shipping_fees', 'FR client');
    await save({ set: 'shipping_fees', cells: { ...seen, amount: '40.00' }, seen, reason: 'by hand' });
    expect((await world.send('shipping_fees', file)).body.data.imported).toBe(true);
    expect((await row('shipping_fees', 'FR client')).cells['amount']).toBe(seen['amount']);
  });

  it('are administrators’ alone', async () => {
    const shop = await signInAs(world.app, 'paris');
    expect((await get('/rows?set=stores', shop)).statusCode).toBe(403);
    expect((await get('/rows/export?set=stores', shop)).statusCode).toBe(403);
    const { cells } = await row('stores', 'PAR');
    const refused = await save({ set: 'stores', cells, seen: cells, reason: 'x' }, { token: shop });
    expect(refused.statusCode).toBe(403);
  });
});
