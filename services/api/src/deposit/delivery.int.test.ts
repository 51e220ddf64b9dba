import { deliveryCheckView } from '@atelier/contracts/deposit/delivery-schema.ts';
import { dataOf } from '../testing/testing-reply.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { depositedBy, openDeposits, soldPieces, type DepositWorldOverHttp } from './testing-deposits.ts';

let world: DepositWorldOverHttp;
/** A country that lets clients be sent to, and one that does not. */
let open: Terms;
let closed: Terms;

interface Terms {
  readonly country: string;
  readonly amount: number;
  readonly currency: string;
}

beforeAll(async () => {
  world = await openDeposits();
  open = await termsOf(true);
  closed = await termsOf(false);
});
afterAll(() => world.api.close());

const termsOf = (allowed: boolean): Promise<Terms> =>
  world.api.world.db
    .selectFrom('shipping_fees')
    .select(['country', 'amount', 'currency'])
    .where('destination', '=', 'client')
    .where('allowed', '=', allowed)
    .orderBy('country')
    .executeTakeFirstOrThrow();

const check = (body: object, who: 'paris' | 'tokyo' = 'paris') =>
  world.call(who, 'POST', '/check/deliver/type', body);
const checked = async (body: object) => dataOf(deliveryCheckView, await check(body));

describe('POST /check/deliver/type (product/deposit.md §12)', () => {
  it('gives the fee where it may be sent', async () => {
    const { status, body } = await check({ country: open.country.toLowerCase(), type: 'client' });
    expect(status).toBe(200);
    expect(body.data).toEqual({ allowed: true, fee: open.amount, currency: open.currency, reason: null });
  });

  it('the country may disallow sending to the customer, and still be served by its store (product/deposit.md §12)', async () => {
    const { body } = await check({ country: closed.country, type: 'client' });
    expect(body).toMatchObject({
      message: 'The country does not allow sending to the customer',
      data: { allowed: false, fee: 0, reason: 'country_closed_to_clients' },
    });
    expect((await checked({ country: closed.country, type: 'store' })).allowed).toBe(true);
  });

  it('knows countries the brand ships nothing to, and ones that are none', async () => {
    const { rows } = await world.api.world.pool.query<{ code: string }>(
      'select code from countries where code not in (select country from shipping_fees) limit 1',
    );
    expect((await checked({ country: rows[0]?.code, type: 'store' })).reason).toBe('country_not_served');
    expect((await checked({ country: 'ZZ', type: 'client' })).reason).toBe('country_unknown');
  });

  it('asks the pieces as well: their repair goes on, and their invoice has a shipping fee', async () => {
    const id = depositedBy(await world.deposit()).items[0]?.id ?? 0;
    const asked = { items: [id], country: open.country, type: 'client' };
    expect((await checked(asked)).allowed).toBe(true);
    expect((await check(asked, 'tokyo')).status).toBe(404);
    await world.call('paris', 'PUT', '/rmastatus', { id, rma_status_id: 20, reason: 'changed mind' });
    expect((await check(asked)).body.data).toMatchObject({ allowed: false, reason: 'item_ended' });
  });

  it('an invoice without a shipping fee goes to the store only', async () => {
    const bare = (await soldPieces(world.api.world, false)).find(({ cert_no }) => cert_no === null);
    const reply = await world.deposit({
      product_sku: bare?.sku,
      invoice_number: bare?.invoice_no,
      purchase_date: bare?.issued_on,
      maintenance_amount: 9_000_000,
      exchange_survey: { reason: 'other', comment: 'wanted it mended' },
    });
    const items = [depositedBy(reply).items[0]?.id];
    expect((await checked({ items, country: open.country, type: 'client' })).reason).toBe(
      'invoice_without_shipping_fee',
    );
    expect((await checked({ items, country: open.country, type: 'store' })).allowed).toBe(true);
  });
});
