import { pieceFactsProjection } from '@atelier/application/insight/piece-facts.projection.ts';
import { deposit, newDeposit } from '@atelier/application/commands/testing-commands.ts';
import { agesResponse } from '@atelier/contracts/insight/schema.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCalls, type Calls } from '../testing/testing-calls.ts';
import { dataOf } from '../testing/testing-reply.ts';

const PARIS = 1;
let tokyo = 0;
const days = 'from=2026-01-01&to=2026-12-31';
let calls: Calls;

beforeAll(async () => {
  calls = await openCalls(['paris', 'tokyo', 'factory', 'admin']);
  const { rows } = await sql<{ id: number }>`select id from sites where code = 'TYO'`.execute(
    calls.api.world.db,
  );
  tokyo = rows[0]?.id ?? 0;
  for (const storeId of [PARIS, PARIS, tokyo])
    await deposit(calls.services, { ...(await newDeposit(calls.api.world)), storeId });
  await calls.api.world.settle([pieceFactsProjection]);
});
afterAll(() => calls.api.close());

type Who = Parameters<Calls['call']>[0];
const ask = (who: Who, query: string, figure = 'ages') =>
  calls.call(who, 'GET', `/insight/${figure}?${days}&${query}`);
/** Open pieces at the place, and at the other one. */
async function openAt(who: Who, query: string): Promise<[number, number]> {
  const { now, bands } = dataOf(agesResponse.shape.data, await ask(who, query));
  return [now, bands.reduce((sum, { before }) => sum + (before ?? 0), 0)];
}

describe('a figure beside another place (product/insight.md §1)', () => {
  it('counts the other place as it is counted alone', async () => {
    expect(await openAt('admin', `shop_id=${tokyo}`)).toEqual([1, 0]);
    expect(await openAt('admin', `shop_id=${PARIS}&before_shop_id=${tokyo}`)).toEqual([2, 1]);
    expect(await openAt('admin', 'before_country=JP')).toEqual([3, 1]);
    expect(await openAt('admin', 'before_factory_id=31')).toEqual([3, 0]);
  });

  it('counts nothing at a place that the caller may not see', async () => {
    expect(await openAt('paris', `before_shop_id=${tokyo}`)).toEqual([2, 0]);
    const flow = await ask('factory', 'before_site_id=32', 'flow');
    expect(flow.status).toBe(404);
  });

  it('is beside one period or one place, never both', async () => {
    const period = 'before_from=2025-01-01&before_to=2025-12-31';
    for (const [query, field, code] of [
      [`${period}&before_shop_id=${tokyo}`, 'before_shop_id', 'one_comparison'],
      [`before_country=JP&before_shop_id=${tokyo}`, 'before_country', 'one_place'],
    ] as const)
      expect((await ask('admin', query)).body).toMatchObject({
        status: 400,
        errors: [{ path: field, code }],
      });
    const flow = await ask('admin', `site_id=31&before_site_id=32&${period}`, 'flow');
    expect(flow.status).toBe(400);
    expect(await ask('admin', 'site_id=31&before_site_id=32', 'flow')).toMatchObject({ status: 200 });
  });
});
