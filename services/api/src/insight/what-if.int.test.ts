import { ruleDecisionsProjection } from '@atelier/application/insight/rule-decisions.projection.ts';
import { stageStaysProjection } from '@atelier/application/insight/stage-stays.projection.ts';
import { whatIfResponse } from '@atelier/contracts/insight/what-if-schema.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCalls, OUT_OF_WARRANTY, type Calls } from '../testing/testing-calls.ts';
import { instant } from '../testing/testing-instant.ts';

const YEAR_MS = 365 * 86_400_000;
const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const PERIOD = `from=${day(Date.now() - YEAR_MS)}&to=${day(Date.now())}`;
/** A year and a half old: in warranty by two years, out of it by one. */
const YOUNG = { purchaseDate: day(Date.now() - 1.5 * YEAR_MS), maintenanceAmount: 6_000 };

type Person = 'paris' | 'factory' | 'warehouse' | 'admin' | 'auditor';
let calls: Calls;
let priced: { readonly id: number; readonly reason: number; readonly amount: number };

beforeAll(async () => {
  calls = await openCalls(['paris', 'factory', 'warehouse', 'admin', 'auditor']);
  const { rows } = await calls.api.world.pool.query<typeof priced>(
    `select s.id, s.reason_id as reason, f.amount::int as amount from repair_fees f
       join rma_sub_reasons s on s.id = f.sub_reason_id join rma_reasons r on r.id = s.reason_id
      where f.country = 'FR' and f.amount > 0 and s.is_active and r.is_active order by s.id limit 1`,
  );
  if (rows[0] === undefined) throw new Error('no fee is listed in France');
  priced = rows[0];
});
afterAll(() => calls.api.close());

const ask = async (more = '', person: Person = 'admin') => {
  await calls.api.world.settle([ruleDecisionsProjection, stageStaysProjection]);
  return calls.call(person, 'GET', `/insight/what-if?${PERIOD}${more}`);
};
const answer = async (more = '', person: Person = 'admin') => {
  const { status, body } = await ask(more, person);
  expect(status).toBe(200);
  return whatIfResponse.shape.data.parse(body.data);
};
const rowOf = async (id: number, more: string) =>
  (await answer(`${more}&page_size=200`)).rows.find(({ item_id }) => item_id === id);

describe('the rules of a year, changed', () => {
  it('turn the warranty and the fee of a piece that was deposited by a command', async () => {
    const id = await calls.deposited(YOUNG);
    const old = await calls.deposited(OUT_OF_WARRANTY);
    expect(await rowOf(id, '')).toBeUndefined();
    expect(await rowOf(id, '&warranty_years=1')).toMatchObject({
      in_warranty: { before: true, after: false },
      fee: { before: 0, after: 6_000 },
      cause: null,
      currency: 'EUR',
      marks: [],
    });
    expect(await rowOf(old, '&warranty_years=1')).toBeUndefined();
    expect(await rowOf(old, '&warranty_years=20')).toMatchObject({ fee: { before: 4_000, after: 0 } });
  });

  it('charge what the factory found by another list, and by other causes', async () => {
    const id = await calls.received({ reasonIds: [priced.reason], subReasonIds: [priced.id] });
    const findings = {
      quality_investigate: 'Customers Issue',
      reasons: [priced.reason],
      sub_reasons: [priced.id],
    };
    const saved = await calls.call('warehouse', 'POST', '/operationAddSav', { id, findings });
    expect(saved.status).toBe(200);
    const fee = async (more: string) => (await rowOf(id, more))?.fee;
    const dearer = Math.round(priced.amount * 1.1);
    expect(await fee('&fees_percent=10')).toEqual({ before: priced.amount, after: dearer });
    expect(await fee(`&fees=${priced.id}:FR:123`)).toEqual({ before: priced.amount, after: 123 });
    expect(await fee('&charged=Expire%20Warranty')).toEqual({ before: priced.amount, after: 0 });
    expect(await fee('&charged=')).toEqual({ before: priced.amount, after: 0 });
    expect(await fee('&charged=Customers%20Issue,Expire%20Warranty')).toBeUndefined();
  });

  it('are those of a shop or a country where one is named, and name those in force', async () => {
    const all = await answer('&warranty_years=1');
    const paris = await answer('&warranty_years=1&country=FR');
    expect(paris.sums).toEqual(all.sums);
    expect(paris.countries.map(({ country }) => country)).toEqual(['FR']);
    expect((await answer('&warranty_years=1&country=JP')).check.pieces).toBe(0);
    expect(all.rules).toMatchObject({
      warranty_years: 2,
      extended_months: 12,
      ready_hours: 72,
      waiting_days: 7,
    });
    expect(all.check.same).toBe(all.check.decided);
    expect(all.check.undecided).toEqual([]);
  });

  it('stand as they stood at a past moment', async () => {
    const before = await instant();
    const id = await calls.deposited(YOUNG);
    expect(await rowOf(id, '&warranty_years=1')).toBeDefined();
    expect(await rowOf(id, `&warranty_years=1&known_at=${before}`)).toBeUndefined();
    expect((await answer('&warranty_years=1&as_of=2026-01-01T00:00:00Z')).check.pieces).toBe(0);
  });
});

describe('who may ask, and for what', () => {
  it('is an administrator or an auditor: shops and factories are refused', async () => {
    for (const person of ['paris', 'factory', 'warehouse'] as const)
      expect((await ask('', person)).status).toBe(403);
    expect(await answer('&warranty_years=1', 'auditor')).toEqual(await answer('&warranty_years=1'));
  });

  it('names the field that is wrong and writes nothing', async () => {
    const { rows } = await calls.api.world.pool.query<{ count: number }>('select count(*)::int from events');
    for (const [more, path] of [
      ['&warranty_years=21', 'warranty_years'],
      ['&extended_months=-1', 'extended_months'],
      ['&fees_percent=-101', 'fees_percent'],
      ['&fees=101:FR', 'fees'],
      [`&fees=${priced.id}:ZZ:100`, 'fees'],
      ['&charged=Nobody', 'charged'],
      ['&ready_hours=0', 'ready_hours'],
      ['&waiting_days=366', 'waiting_days'],
      ['&page_size=201', 'page_size'],
      ['&kind=colour', 'kind'],
      ['&as_of=2099-01-01T00:00:00Z', 'as_of'],
    ] as const) {
      const { status, body } = await ask(more);
      expect([status, (body.errors ?? []).map((each) => each.path)], more).toEqual([400, [path]]);
    }
    const long = await calls.call('admin', 'GET', '/insight/what-if?from=2020-01-01&to=2026-01-01');
    expect([long.status, long.body.errors?.[0]?.path]).toEqual([400, 'to']);
    const after = await calls.api.world.pool.query<{ count: number }>('select count(*)::int from events');
    expect(after.rows).toEqual(rows);
  });
});
