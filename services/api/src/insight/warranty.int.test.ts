import { pieceFactsProjection } from '@atelier/application/insight/piece-facts.projection.ts';
import type { NewItem } from '@atelier/application/deposit/deposit.commands.ts';
import { figurePiecesResponse, warrantyResponse } from '@atelier/contracts/insight/schema.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCalls, type Calls } from '../testing/testing-calls.ts';
import { dataOf } from '../testing/testing-reply.ts';

const DAY_MS = 86_400_000;
const dayFromNow = (count: number) => new Date(Date.now() + count * DAY_MS).toISOString().slice(0, 10);
const days = `from=${dayFromNow(-30)}&to=${dayFromNow(2)}`;
const covered = { inWarranty: true, reason: 'as agreed' };
const charged = { inWarranty: false, reason: 'no proof' };
let calls: Calls;
let piece: Readonly<Record<'dear' | 'cheap' | 'open' | 'paid', number>>;

const brought = (amount: number, warrantyOverride: NewItem['warrantyOverride']): Promise<number> =>
  calls.deposited({ maintenanceAmount: amount, warrantyOverride });

beforeAll(async () => {
  calls = await openCalls(['paris', 'tokyo', 'admin']);
  piece = {
    dear: await brought(7_000, covered),
    cheap: await brought(5_000, covered),
    open: await brought(0, covered),
    paid: await brought(9_000, charged),
  };
  await calls.api.world.settle([pieceFactsProjection]);
});
afterAll(() => calls.api.close());

type Who = Parameters<Calls['call']>[0];
const ask = async (who: Who, query = '') =>
  dataOf(warrantyResponse.shape.data, await calls.call(who, 'GET', `/insight/warranty?${days}&${query}`));
const piecesOf = async (query: string) =>
  dataOf(
    figurePiecesResponse.shape.data,
    await calls.call('admin', 'GET', `/insight/pieces?${days}&${query}`),
  );

describe('warranty cost (product/insight.md §3)', () => {
  it('adds up what was agreed and is not charged, and counts apart what has no amount', async () => {
    const { totals, rows, unpriced } = await ask('paris', 'by=factory');
    const sums = { currency: 'EUR', count: 2, amount: 12_000, before_count: null, before_amount: null };
    expect([totals, unpriced]).toEqual([[sums], 1]);
    expect(rows).toEqual([{ ...sums, key: null, name: null }]);
    expect(await ask('tokyo')).toEqual({ totals: [], rows: [], unpriced: 0 });
  });

  it('stands beside another place, which holds none of it', async () => {
    const { totals } = await ask('admin', 'before_country=JP');
    expect(totals).toMatchObject([{ amount: 12_000, before_count: 0, before_amount: 0 }]);
    const { totals: turned } = await ask('admin', 'country=JP&before_country=FR');
    expect(turned).toMatchObject([{ amount: 0, before_count: 2, before_amount: 12_000 }]);
  });

  it('opens its pieces with the amount of each', async () => {
    const open = async (query: string) =>
      (await piecesOf(query)).map(({ item_id, fee_amount, free_amount }) => [
        item_id,
        fee_amount,
        free_amount,
      ]);
    expect(await open('figure=warranty&currency=EUR&unknown=factory')).toEqual([
      [piece.dear, 0, 7_000],
      [piece.cheap, 0, 5_000],
    ]);
    expect(await open('figure=warranty&unknown=line')).toEqual([]);
    expect(await open('figure=warranty_unpriced')).toEqual([[piece.open, 0, 0]]);
    expect(await open('figure=fees')).toEqual([[piece.paid, 9_000, 0]]);
  });

  it('refuses what it cannot group by, and names the field', async () => {
    const { status, body } = await calls.call('admin', 'GET', `/insight/warranty?${days}&by=person`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ errors: [{ path: 'by' }] });
  });
});
