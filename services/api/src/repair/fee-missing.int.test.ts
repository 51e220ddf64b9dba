import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCalls, OUT_OF_WARRANTY, type Calls } from '../testing/testing-calls.ts';

let calls: Calls;
beforeAll(async () => {
  calls = await openCalls(['paris', 'warehouse', 'admin']);
});
afterAll(() => calls.api.close());

const CUSTOMER = { quality_investigate: 'Customers Issue' };
const find = (id: number, findings: object) =>
  calls.call('warehouse', 'POST', '/operationAddSav', { id, findings });

describe('a chargeable repair has an amount: listed, agreed, or asked for (product/repair.md §12)', () => {
  it('in warranty, Customers Issue charges what was agreed at the counter', async () => {
    const itemId = await calls.received({ maintenanceAmount: 4_500 });
    expect(await calls.rowOf('warehouse', itemId)).toMatchObject({ repair_fee: 0, fee_missing: false });
    expect((await find(itemId, CUSTOMER)).status).toBe(200);
    expect(await calls.rowOf('warehouse', itemId)).toMatchObject({ repair_fee: 4_500, fee_settled: true });
  });

  it('the price of the sub-reasons found before counts when the cause alone changes', async () => {
    const { rows } = await calls.api.world.pool.query<{ sub: number; reason: number; amount: number }>(
      `select s.id as sub, s.reason_id as reason, f.amount::int as amount from repair_fees f
         join rma_sub_reasons s on s.id = f.sub_reason_id
        where f.country = 'FR' and f.currency = 'EUR' and f.amount > 0 and s.is_active order by s.id limit 1`,
    );
    const [listed] = rows;
    const itemId = await calls.received({ maintenanceAmount: 1 });
    await find(itemId, {
      quality_investigate: 'Production Issue',
      reasons: [listed?.reason],
      sub_reasons: [listed?.sub],
    });
    expect(await calls.rowOf('warehouse', itemId)).toMatchObject({ repair_fee: 0 });
    await calls.move('warehouse', itemId, 19, { findings: CUSTOMER });
    expect(await calls.rowOf('warehouse', itemId)).toMatchObject({ repair_fee: listed?.amount });
  });

  it('without an amount no bench accepts it, until one is set and the customer agrees', async () => {
    const itemId = await calls.received({ ...OUT_OF_WARRANTY, maintenanceAmount: 0, subReasonIds: [] });
    expect(await calls.rowOf('warehouse', itemId)).toMatchObject({ fee_missing: true, fee_settled: false });
    expect((await calls.move('warehouse', itemId, 4)).body.code).toBe('fee_missing');
    const fee = { rma_item_id: itemId, amount: 3_000, currency: 'EUR' };
    const named = await calls.call('admin', 'POST', '/rma/fee/override', { ...fee, reason: 'by phone' });
    expect(named.status).toBe(200);
    expect((await calls.move('warehouse', itemId, 4)).body.code).toBe('fee_not_settled');
    expect((await calls.call('paris', 'POST', '/rma/fee/accept', fee)).status).toBe(200);
    expect((await calls.move('warehouse', itemId, 4)).status).toBe(200);
  });

  it('the file of a deposit shows the counter what it agreed on, a bench nothing', async () => {
    const itemId = await calls.deposited({ maintenanceAmount: 4_500 });
    const { body } = await calls.call('paris', 'GET', `/rma/item?rma_item_id=${itemId}`);
    expect(body.data).toMatchObject({ maintenance_amount: 4_500 });
  });
});
