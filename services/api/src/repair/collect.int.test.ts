import { itemFileResponse } from '@atelier/contracts/repair-detail/file-schema.ts';
import { saveSignResponse } from '@atelier/contracts/shipping/schema.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPackages, type PackageWorld } from '../shipping/testing-packages.ts';
import type { PersonName } from '../testing/testing-api.ts';
import { STROKES } from '../testing/testing-bodies.ts';
import { dataOf, must } from '../testing/testing-reply.ts';

let world: PackageWorld;
beforeAll(async () => {
  world = await openPackages(['paris', 'tokyo', 'warehouse']);
});
afterAll(() => world.api.close());

const FEE = 180_00;

/** A piece at the counter whose fee is still to be paid; `fee` null for a free one. */
async function waiting(fee: number | null = FEE): Promise<number> {
  const paidRepair = { purchase_date: '2019-01-10', maintenance_amount: fee };
  const { itemId } = await world.journey.deposit(fee === null ? {} : paidRepair);
  await world.journey.send([itemId], `IN-${itemId}`);
  await world.journey.scanTo('warehouse', itemId, 3);
  await must(
    world.call('paris', 'POST', '/rma/fee/accept', {
      rma_item_id: itemId,
      amount: fee ?? 0,
      currency: 'EUR',
    }),
  );
  await world.journey.scanTo('warehouse', itemId, 4, 6, 12, 13);
  await world.journey.sendHome([itemId], `BACK-${itemId}`);
  await world.journey.scanTo('paris', itemId, 15);
  return itemId;
}

async function signFor(ids: readonly number[]): Promise<string> {
  const body = { kind: 'pickup', rma_item_ids: ids, strokes: STROKES };
  const signed = await must(world.call('paris', 'POST', '/saveSign', body));
  return dataOf(saveSignResponse.shape.data, signed).signature_id;
}

const paid = (means: string, amount: number, currency = 'EUR') => ({ means, amount, currency });
const collect = (
  ids: readonly number[],
  signature: string,
  payments: readonly object[] = [],
  who: PersonName = 'paris',
  headers: Record<string, string> = {},
) =>
  world.call(who, 'POST', '/rma/pickup', { rma_item_ids: ids, signature_id: signature, payments }, headers);

const typesOf = async (id: number) =>
  (await world.api.world.store.readStream(`item-${id}`)).events.map(({ type }) => type);
async function paymentsOf(id: number) {
  const file = await must(world.call('paris', 'GET', `/rma/item?rma_item_id=${id}`));
  return dataOf(itemFileResponse.shape.data, file).payments.map(({ means, amount }) => [means, amount]);
}

describe('one client collects several pieces (product/repair.md §15)', () => {
  it('splits one payment over means and pieces, to the cent, and hands all of them over', async () => {
    const ids = [await waiting(), await waiting(), await waiting(null)];
    const [first = 0, second = 0, free = 0] = ids;
    await must(collect(ids, await signFor(ids), [paid('card', 100_00), paid('cash', 260_00)]));
    expect(await paymentsOf(first)).toEqual([
      ['card', 100_00],
      ['cash', 80_00],
    ]);
    expect(await paymentsOf(second)).toEqual([['cash', 180_00]]);
    expect(await paymentsOf(free)).toEqual([]);
    for (const id of ids) expect(await typesOf(id)).toContain('ItemHandedOver');
  });

  it('takes no money and gives nothing away where one piece is refused', async () => {
    const ids = [await waiting(), await waiting()];
    const signature = await signFor(ids);
    const refused = await collect(ids, signature, [paid('card', FEE)]);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ code: 'fee_not_paid', data: { blocking: [{ item_id: ids[1] }] } });
    for (const id of ids) expect(await paymentsOf(id)).toEqual([]);
    const unsigned = await waiting(null);
    const other = await collect([ids[0] ?? 0, unsigned], signature, [paid('card', FEE)]);
    expect(other.body).toMatchObject({
      code: 'signature_required',
      data: { blocking: [{ item_id: unsigned }] },
    });
  });

  it('refuses more than is open, and another currency', async () => {
    const ids = [await waiting()];
    const signature = await signFor(ids);
    const over = await collect(ids, signature, [paid('card', FEE + 1)]);
    expect(over.body).toMatchObject({ code: 'amount_invalid' });
    const yen = await collect(ids, signature, [paid('card', FEE, 'JPY')]);
    expect(yen.body).toMatchObject({ code: 'fee_not_paid' });
  });

  it('takes the money once for a call that is sent again under its key', async () => {
    const ids = [await waiting()];
    const signature = await signFor(ids);
    const again = () =>
      must(collect(ids, signature, [paid('voucher', FEE)], 'paris', { 'idempotency-key': 'collect-once' }));
    await again();
    const types = await typesOf(ids[0] ?? 0);
    await again();
    expect(await typesOf(ids[0] ?? 0)).toEqual(types);
  });

  it('shows another shop nothing of the pieces', async () => {
    const ids = [await waiting()];
    const signature = await signFor(ids);
    expect((await collect(ids, signature, [paid('card', FEE)], 'tokyo')).status).toBe(404);
    expect((await collect(ids, signature, [], 'warehouse')).status).toBe(403);
  });
});
