import { waiversResponse } from '@atelier/contracts/repair/decisions-schema.ts';
import { dataOf } from '../testing/testing-reply.ts';
import { repairAndReturn, sendToWarehouse } from '@atelier/application/commands/testing-commands.ts';
import { findOpenWaivers } from '@atelier/application/repair/waivers.queries.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCalls, OUT_OF_WARRANTY, type Calls } from '../testing/testing-calls.ts';

let calls: Calls;
beforeAll(async () => {
  calls = await openCalls(['paris', 'tokyo', 'warehouse', 'factory', 'admin']);
});
afterAll(() => calls.api.close());

const call: Calls['call'] = (...given) => calls.call(...given);
const move: Calls['move'] = (...given) => calls.move(...given);
const deposited: Calls['deposited'] = (item) => calls.deposited(item);
type PersonName = Parameters<Calls['call']>[0];
const ask = (itemId: number, remark = 'third repair in a year') =>
  call('paris', 'POST', '/rma/waiver/request', { rma_item_id: itemId, remark });
const decide = (who: PersonName, itemId: number, decision: number, reason = '') =>
  call(who, 'POST', '/rma/waiver/decide', { rma_item_id: itemId, decision, reason });
const inbox = async (who: PersonName) =>
  dataOf(waiversResponse.shape.data, await call(who, 'GET', '/rma/waivers'));

describe('waived fee: 0 No → 1 Review → 11 Approve or 10 Reject (product/repair.md §13)', () => {
  it('is asked for with a remark, seen in the inbox with who, when and why, and approved to 0', async () => {
    const itemId = await deposited(OUT_OF_WARRANTY);
    expect(await ask(itemId)).toMatchObject({ status: 200, body: { message: 'RMA has been updated' } });
    const line = (await inbox('admin')).find(({ item }) => item.id === itemId);
    expect(line).toMatchObject({
      remark: 'third repair in a year',
      requested_by: 'paris person',
      requests: 1,
      rejected_because: '',
      item: { waived_fee: 1, repair_fee: 4_000, repair_fee_ccy: 'EUR', store_code: 'PAR' },
    });
    expect((await decide('admin', itemId, 11)).status).toBe(200);
    expect((await inbox('admin')).map(({ item }) => item.id)).not.toContain(itemId);
    const { body } = await call('paris', 'GET', `/rmalist?rma_id=${await calls.rmaOf(itemId)}`);
    expect(body.data).toMatchObject([{ waived_fee: 11, repair_fee: 0, fee_settled: true, holds: [] }]);
  });

  it('is rejected with a reason, asked for once more, and not a third time', async () => {
    const itemId = await deposited(OUT_OF_WARRANTY);
    await ask(itemId);
    expect((await decide('admin', itemId, 10, '  ')).body).toMatchObject({ code: 'reason_required' });
    expect((await decide('admin', itemId, 10, 'worn out by use')).status).toBe(200);
    expect((await ask(itemId, 'a loyal customer')).status).toBe(200);
    expect((await inbox('admin')).find(({ item }) => item.id === itemId)).toMatchObject({
      requests: 2,
      remark: 'a loyal customer',
      rejected_because: 'worn out by use',
    });
    expect((await ask(itemId)).body).toMatchObject({ code: 'waiver_under_review' });
    await decide('admin', itemId, 10, 'still worn out');
    expect(await ask(itemId)).toMatchObject({ status: 400, body: { code: 'waiver_used_up' } });
  });

  it('under review is received and checked, and not repaired', async () => {
    const itemId = await deposited(OUT_OF_WARRANTY);
    await ask(itemId);
    await sendToWarehouse(calls.services, [itemId], `W-${itemId}`);
    expect((await move('warehouse', itemId, 3)).status).toBe(200);
    expect((await move('warehouse', itemId, 19)).status).toBe(200);
    expect(await move('warehouse', itemId, 4)).toMatchObject({
      status: 400,
      body: { code: 'held_approval' },
    });
    await decide('admin', itemId, 11);
    expect((await move('warehouse', itemId, 4)).status).toBe(200);
  });

  it('is frozen once shipped out', async () => {
    const itemId = await deposited();
    await sendToWarehouse(calls.services, [itemId], `F-${itemId}`);
    await repairAndReturn(calls.services, itemId, `FB-${itemId}`);
    expect(await ask(itemId)).toMatchObject({ status: 400, body: { code: 'waiver_frozen' } });
  });

  it('appears only in inboxes of accounts that see the piece', async () => {
    const itemId = await deposited(OUT_OF_WARRANTY);
    await ask(itemId);
    const { store } = calls.api.world;
    const seenBy = async (kind: 'store' | 'site', code: string) => {
      const scope = { kind, siteId: calls.api.sites.get(code) ?? 0 } as const;
      const { waivers } = await calls.api.world.asked(scope, (trx) => findOpenWaivers(trx, store));
      return waivers.some((waiver) => waiver.itemId === itemId);
    };
    expect([await seenBy('store', 'PAR'), await seenBy('store', 'TYO')]).toEqual([true, false]);
    expect(await seenBy('site', 'WHS')).toBe(false);
    await sendToWarehouse(calls.services, [itemId], `I-${itemId}`);
    expect([await seenBy('site', 'WHS'), await seenBy('site', 'FSZ')]).toEqual([true, false]);
  });

  it('leaves the inbox when its piece is cancelled: there is nothing left to decide', async () => {
    const itemId = await deposited(OUT_OF_WARRANTY);
    await ask(itemId);
    await calls.move('paris', itemId, 20, { reason: 'changed her mind' });
    expect((await inbox('admin')).map(({ item }) => item.id)).not.toContain(itemId);
    expect((await decide('admin', itemId, 11)).body).toMatchObject({ code: 'waiver_frozen' });
  });

  it('is decided once: the second decision learns that it is done', async () => {
    const itemId = await deposited(OUT_OF_WARRANTY);
    await ask(itemId);
    const answers = await Promise.all([decide('admin', itemId, 11), decide('admin', itemId, 10, 'no')]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)?.body.code).toBe('waiver_not_under_review');
  });

  it('a remark of 121 words, an unknown decision and another store’s item change nothing', async () => {
    const itemId = await deposited(OUT_OF_WARRANTY);
    const before = await calls.versionOf(itemId);
    expect(await ask(itemId, 'word '.repeat(121))).toMatchObject({ body: { code: 'text_too_long' } });
    expect((await decide('admin', itemId, 12)).body).toMatchObject({ status: 400, code: 'invalid_input' });
    const foreign = { rma_item_id: itemId, remark: 'mine' };
    expect((await call('tokyo', 'POST', '/rma/waiver/request', foreign)).status).toBe(404);
    expect((await decide('paris', itemId, 11)).status).toBe(403);
    expect(await calls.versionOf(itemId)).toBe(before);
  });
});

describe('the fee set by hand (product/repair.md §12)', () => {
  const override = (who: PersonName, itemId: number, amount: number, reason = 'agreed by phone') =>
    call(who, 'POST', '/rma/fee/override', { rma_item_id: itemId, amount, currency: 'EUR', reason });

  it('needs its permission and a reason; a higher one needs the customer’s new agreement', async () => {
    const itemId = await deposited(OUT_OF_WARRANTY);
    expect((await override('paris', itemId, 5_000)).status).toBe(403);
    expect((await override('admin', itemId, 5_000, ' ')).status).toBe(400);
    expect((await override('admin', itemId, 5_000)).status).toBe(200);
    await sendToWarehouse(calls.services, [itemId], `O-${itemId}`);
    await move('warehouse', itemId, 3);
    expect((await move('warehouse', itemId, 4)).body).toMatchObject({ code: 'fee_not_settled' });
    const agreed = { rma_item_id: itemId, amount: 5_000, currency: 'EUR' };
    expect((await call('paris', 'POST', '/rma/fee/accept', agreed)).status).toBe(200);
    expect((await move('warehouse', itemId, 4)).status).toBe(200);
  });

  it('is refused in another currency', async () => {
    const itemId = await deposited(OUT_OF_WARRANTY);
    const yen = { rma_item_id: itemId, amount: 5_000, currency: 'JPY', reason: 'x' };
    expect((await call('admin', 'POST', '/rma/fee/override', yen)).body.code).toBe('currency_mismatch');
  });
});
