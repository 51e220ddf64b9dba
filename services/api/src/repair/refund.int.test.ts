import { itemFileResponse } from '@atelier/contracts/repair-detail/file-schema.ts';
import { itemListResponse } from '@atelier/contracts/repair-list/schema.ts';
import { saveSignResponse } from '@atelier/contracts/shipping/schema.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPackages, type PackageWorld } from '../shipping/testing-packages.ts';
import { STROKES } from '../testing/testing-bodies.ts';
import type { PersonName } from '../testing/testing-api.ts';
import { dataOf, must } from '../testing/testing-reply.ts';

let world: PackageWorld;
beforeAll(async () => {
  world = await openPackages(['paris', 'tokyo', 'warehouse', 'admin']);
});
afterAll(() => world.api.close());

const post = (path: string, body: object, who: PersonName = 'paris', headers: Record<string, string> = {}) =>
  world.call(who, 'POST', path, body, headers);
const money = (id: number, amount: number, more: object = {}) => ({
  rma_item_id: id,
  amount,
  currency: 'EUR',
  means: 'cash',
  ...more,
});
const pay = (id: number, amount: number) => post('/rma/payment', money(id, amount));
const refund = (id: number, amount: number, more: object = {}) =>
  post('/rma/refund', money(id, amount, { reason: 'less work', ...more }));
const correct = (id: number, payment: number, amount: number) =>
  post('/rma/payment/correct', money(id, amount, { payment, reason: 'mistyped' }));

async function rowOf(id: number) {
  const listed = await world.call('paris', 'GET', '/rmalist?page_size=200');
  return dataOf(itemListResponse.shape.data, listed).find((row) => row.id === id);
}

/** 300.00 agreed and paid, then found to be a repair of 180.00; at the counter again. */
async function overpaid(): Promise<number> {
  const { itemId } = await world.journey.deposit({
    purchase_date: '2019-01-10',
    maintenance_amount: 300_00,
  });
  await must(pay(itemId, 300_00));
  await must(
    post(
      '/rma/fee/override',
      { rma_item_id: itemId, amount: 180_00, currency: 'EUR', reason: 'less work' },
      'admin',
    ),
  );
  await world.journey.send([itemId], `IN-${itemId}`);
  await world.journey.scanTo('warehouse', itemId, 3, 4, 6, 12, 13);
  await world.journey.sendHome([itemId], `BACK-${itemId}`);
  await world.journey.scanTo('paris', itemId, 15);
  return itemId;
}

async function handOver(id: number, more: object = {}) {
  const signed = await must(post('/saveSign', { kind: 'pickup', rma_item_ids: [id], strokes: STROKES }));
  const { signature_id } = dataOf(saveSignResponse.shape.data, signed);
  return post('/rma/handover', { rma_item_ids: [id], signature_id, ...more });
}

describe('money that goes back (product/repair.md §14)', () => {
  it('is asked for at the handover, refunded, and stands in row, file and history', async () => {
    const id = await overpaid();
    expect(await rowOf(id)).toMatchObject({ fee_paid_amount: 300_00, fee_open: 0, fee_to_return: 120_00 });
    const asked = await handOver(id);
    expect(asked).toMatchObject({ status: 400, body: { code: 'refund_due', data: { amount: 120_00 } } });
    expect((await refund(id, 120_01)).body).toMatchObject({
      code: 'refund_exceeds',
      errors: [{ path: 'amount' }],
    });
    await must(refund(id, 120_00));
    expect(await rowOf(id)).toMatchObject({ fee_paid_amount: 180_00, fee_to_return: 0 });
    expect((await handOver(id)).status).toBe(200);

    const file = await world.call('paris', 'GET', `/rma/item?rma_item_id=${id}`);
    expect(dataOf(itemFileResponse.shape.data, file).payments).toMatchObject([
      { payment: 1, kind: 'payment', amount: 300_00 },
      { payment: 2, kind: 'refund', amount: 120_00 },
    ]);
    const history = await world.call('paris', 'GET', `/rma/history?rma_item_id=${id}`);
    expect(history.data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'RefundRecorded', reason: 'less work' }) as object,
      ]),
    );
  });

  it('may stay with a reason', async () => {
    const id = await overpaid();
    expect((await handOver(id, { not_returned: '  ' })).status).toBe(400);
    expect((await handOver(id, { not_returned: 'the client gives it to the workshop' })).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ fee_to_return: 0, fee_paid_amount: 300_00 });
  });

  it('goes back once when two people refund it at the same time, and once for a call that is sent again', async () => {
    const id = await overpaid();
    const both = await Promise.all([refund(id, 120_00), refund(id, 120_00)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    const key = { 'idempotency-key': `refund-${id}` };
    await must(correct(id, 2, 100_00));
    const body = money(id, 20_00, { reason: 'the rest' });
    const first = await must(post('/rma/refund', body, 'paris', key));
    const again = await must(post('/rma/refund', body, 'paris', key));
    expect(again.body.data).toEqual(first.body.data);
    expect(await rowOf(id)).toMatchObject({ fee_paid_amount: 180_00, fee_to_return: 0 });
  });

  it('corrects a mistyped payment', async () => {
    const { itemId } = await world.journey.deposit({
      purchase_date: '2019-01-10',
      maintenance_amount: 300_00,
    });
    await must(pay(itemId, 200_00));
    await must(correct(itemId, 1, 20_00));
    expect(await rowOf(itemId)).toMatchObject({ fee_paid_amount: 20_00, fee_open: 280_00, fee_paid: false });
    expect((await correct(itemId, 2, 1)).body).toMatchObject({
      code: 'payment_unknown',
      errors: [{ path: 'payment' }],
    });
    expect((await correct(itemId, 1, 300_01)).body).toMatchObject({ code: 'amount_invalid' });
  });

  it.each([
    ['another shop', 'tokyo', 404],
    ['the factory', 'warehouse', 403],
  ] as const)('is not for %s', async (_name, who, status) => {
    const { itemId } = await world.journey.deposit({
      purchase_date: '2019-01-10',
      maintenance_amount: 300_00,
    });
    await must(pay(itemId, 300_00));
    const body = money(itemId, 1, { reason: 'x' });
    expect((await post('/rma/refund', body, who)).status).toBe(status);
    expect((await post('/rma/payment/correct', { ...body, payment: 1 }, who)).status).toBe(status);
  });
});
