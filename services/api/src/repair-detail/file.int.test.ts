import { duplicatesView } from '@atelier/contracts/deposit/duplicates-schema.ts';
import {
  periodResponse,
  purchaseRecordResponse,
  repairHistoryView,
} from '@atelier/contracts/repair-detail/file-schema.ts';
import { itemView, rmaView } from '@atelier/contracts/repair-detail/schema.ts';
import { z } from 'zod';
import { dataOf, type Reply } from '../testing/testing-reply.ts';
import { PAR } from '@atelier/application/commands/testing-commands.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  depositedBy,
  openDeposits,
  pictureIn,
  soldPieces,
  TODAY,
  type DepositWorldOverHttp,
  type SoldPiece,
} from '../deposit/testing-deposits.ts';

let world: DepositWorldOverHttp;
let sold: readonly SoldPiece[];

beforeAll(async () => {
  world = await openDeposits();
  sold = await soldPieces(world.api.world);
});
afterAll(() => world.api.close());

const rowsOf = (reply: Reply, itemId: number) =>
  dataOf(z.array(itemView), reply).filter((row) => row.id === itemId);
const detailOf = async (id: number) => dataOf(rmaView, await get(`/rma/${id}`)).items[0];

interface Deposited {
  readonly id: number;
  readonly itemId: number;
}

async function deposited(item: object = {}, head: object = {}, who: 'paris' | 'tokyo' = 'paris') {
  const answer = await world.deposit(item, head, who);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  const { id, items } = depositedBy(answer);
  return { id, itemId: items[0]?.id ?? 0 } satisfies Deposited;
}
const get = (url: string, who: 'paris' | 'tokyo' | 'warehouse' | 'admin' = 'paris') =>
  world.call(who, 'GET', url);
const cancel = (id: number) =>
  world.call('paris', 'PUT', '/rmastatus', { id, rma_status_id: 20, reason: 'changed mind' });

describe('GET /rma/item: a full file', () => {
  it('says all that the deposit said', async () => {
    const { itemId } = await deposited({
      purchase_date: '2019-01-01',
      total_weight: 3.217,
      carat_weight: 0.25,
      warranty_override: { in_warranty: true, reason: 'goodwill' },
      is_waived_fee: true,
      store_remark: 'loyal client',
      exchange_survey: { reason: 'no_stock', comment: 'sold out' },
    });
    const { status, body, etag } = await get(`/rma/item?rma_item_id=${itemId}`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      id: itemId,
      is_editable: true,
      delivery: 'store',
      total_weight: 3.217,
      carat_weight: 0.25,
      gold_weight: null,
      warranty_override: { in_warranty: true, reason: 'goodwill' },
      waived_fee: 1,
      store_remark: 'loyal client',
      exchange_survey: { reason: 'no_stock', comment: 'sold out' },
      is_fake_product: false,
      fake_product: [],
    });
    expect(etag).toBe('"2"');
  });

  it('does not exist for another store', async () => {
    const { itemId } = await deposited();
    expect((await get(`/rma/item?rma_item_id=${itemId}`, 'tokyo')).status).toBe(404);
    expect((await get(`/rma/item?rma_item_id=${itemId}`, 'warehouse')).status).toBe(404);
  });
});

describe('a duplicate warns (product/deposit.md §8)', () => {
  const asked = (query: string, who: 'paris' | 'tokyo' = 'paris') => get(`/rma/duplicates?${query}`, who);

  it('an open repair of the same serial, or of the same invoice line', async () => {
    const { id, itemId } = await deposited({ serial_number: 'SN-DUP', invoice_number: 'PAPER-DUP' });
    const bySerial = await asked('serial=SN-DUP');
    expect(bySerial.body.data).toMatchObject({
      open: [{ rma_item_id: itemId, rma_id: id, rma_status_id: 1, because: 'serial' }],
      elsewhere: false,
    });
    const byLine = await asked(`invoice_no=paper-dup&product_sku=${world.sku}`);
    expect(dataOf(duplicatesView, byLine).open).toMatchObject([
      { rma_item_id: itemId, because: 'invoice_line' },
    ]);
    expect(dataOf(duplicatesView, await asked('invoice_no=PAPER-DUP&product_sku=OTHER')).open).toEqual([]);
    expect(dataOf(duplicatesView, await asked(`serial=SN-DUP&except_rma_id=${id}`)).open).toEqual([]);
  });

  it('of another store only that there is one', async () => {
    await deposited({ serial_number: 'SN-FAR' });
    expect((await asked('serial=SN-FAR', 'tokyo')).body.data).toEqual({ open: [], elsewhere: true });
    expect((await asked('serial=SN-NOWHERE', 'tokyo')).body.data).toEqual({ open: [], elsewhere: false });
  });

  it('a cancelled one does not', async () => {
    const { itemId } = await deposited({ serial_number: 'SN-GONE' });
    expect(await cancel(itemId)).toMatchObject({ status: 200, body: { message: 'RMA has been cancelled' } });
    expect((await asked('serial=SN-GONE')).body.data).toEqual({ open: [], elsewhere: false });
  });

  it('and stands in the file of the other deposit', async () => {
    const first = await deposited({ serial_number: 'SN-TWO', invoice_number: 'PAPER-A' });
    const again = { serial_number: 'SN-TWO', renew_reasons: ['again'], invoice_number: 'PAPER-B' };
    const second = await deposited(again);
    const { body } = await get(`/rma/${second.id}`);
    expect(body.data).toMatchObject({
      delivery: 'store',
      duplicates: { open: [{ rma_id: first.id, because: 'serial' }], elsewhere: false },
    });
  });

  it('asks for a serial or a whole invoice line', async () => {
    for (const query of ['', 'invoice_no=X', 'product_sku=Y']) expect((await asked(query)).status).toBe(400);
  });
});

describe('GET /rma/has_puchase_record (product/rma.md §7)', () => {
  const record = async (itemId: number) =>
    dataOf(purchaseRecordResponse.shape.data, await get(`/rma/has_puchase_record?rma_item_id=${itemId}`));

  it('is 1 when a till knows the invoice line, or the order', async () => {
    const piece = sold.find(({ cert_no }) => cert_no === null);
    const bought = await deposited({
      product_sku: piece?.sku,
      invoice_number: piece?.invoice_no,
      purchase_date: piece?.issued_on,
      maintenance_amount: 9_000_000,
    });
    expect(await record(bought.itemId)).toMatchObject({
      status: 1,
      because: 'invoice',
      purchase_date: piece?.issued_on,
    });
    const { order_number } = await world.api.world.asked({ kind: 'all' }, (trx) =>
      trx.selectFrom('sales_orders').select('order_number').limit(1).executeTakeFirstOrThrow(),
    );
    const ordered = await deposited({}, { original_order_number: order_number });
    expect(await record(ordered.itemId)).toMatchObject({ status: 1, because: 'order' });
  });

  it('is 0 when none does, and not found for another store', async () => {
    const { itemId } = await deposited({}, { original_order_id: 'X', original_order_number: 'X' });
    expect(await record(itemId)).toMatchObject({ status: 0, because: null, invoice_no: 'PAPER-1' });
    expect((await get(`/rma/has_puchase_record?rma_item_id=${itemId}`, 'tokyo')).status).toBe(404);
  });

  it('agrees with isHasPuchaseRecords in rows and in the detail, at a site that sees no invoice too', async () => {
    const piece = sold.find(({ cert_no, site_id }) => cert_no === null && site_id !== PAR);
    const unknown = { original_order_id: 'X', original_order_number: 'X' };
    const abroad = await deposited(
      {
        product_sku: piece?.sku,
        invoice_number: piece?.invoice_no,
        purchase_date: piece?.issued_on,
        maintenance_amount: 9_000_000,
      },
      unknown,
    );
    const typed = await deposited({}, unknown);
    for (const [{ id, itemId }, known] of [
      [abroad, true],
      [typed, false],
    ] as const) {
      expect((await record(itemId)).status).toBe(known ? 1 : 0);
      const inDetail = await detailOf(id);
      const [inShop] = rowsOf(await get('/rma?page_size=200'), itemId);
      const [inOperation] = rowsOf(await get('/operationrma?page_size=200', 'admin'), itemId);
      for (const row of [inDetail, inShop, inOperation]) expect(row?.isHasPuchaseRecords).toBe(known);
    }
  });
});

describe('GET /repair_history/list: earlier repairs of a piece', () => {
  const again = { serial_number: 'SN-OFTEN', renew_reasons: ['again'] };
  const list = async (query: string, who: 'paris' | 'tokyo' = 'paris') =>
    dataOf(repairHistoryView, await get(`/repair_history/list?${query}`, who));

  it('shows those it may see, and counts all of them', async () => {
    const first = await deposited(again);
    const abroad = await deposited({ ...again, images: [await pictureIn(world, 'TYO')] }, {}, 'tokyo');
    const third = await deposited(again);
    const called = await deposited(again);
    await cancel(called.itemId);
    expect(await list('serial=SN-OFTEN')).toMatchObject({
      total_180: 3,
      total: 3,
      repairs: [{ rma_item_id: third.itemId }, { rma_item_id: first.itemId }],
    });
    expect(await list(`rma_item_id=${third.itemId}`)).toMatchObject({
      total_180: 2,
      total: 2,
      repairs: [{ rma_item_id: first.itemId, rma_status_id: 1 }],
    });
    expect((await list('serial=SN-OFTEN', 'tokyo')).repairs).toMatchObject([{ rma_item_id: abroad.itemId }]);
    expect((await get(`/repair_history/list?rma_item_id=${third.itemId}`, 'tokyo')).status).toBe(404);
  });

  it('more than 2 in 180 days: the third repair before this one makes it so', async () => {
    const serial = { ...again, serial_number: 'SN-THRICE' };
    const row = async () => {
      const { id } = await deposited(serial);
      return await detailOf(id);
    };
    const rows = [await row(), await row(), await row(), await row()];
    expect(rows.map((each) => each?.repair_history.total_180)).toEqual([0, 1, 2, 3]);
    expect(rows.map((each) => each?.QualityInvestigate === 'SAV Repair Issue')).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });
});

const daysFrom = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

describe('GET /rmacreatecancelclose (product/rma.md §3)', () => {
  const period = (from: string, to: string, who: 'paris' | 'tokyo' | 'warehouse' = 'paris') =>
    get(`/rmacreatecancelclose?from=${from}&to=${to}`, who);
  const counted = async (...asked: Parameters<typeof period>) =>
    dataOf(periodResponse.shape.data, await period(...asked));

  it('counts what the store created, cancelled and closed on its own days', async () => {
    const before = await counted(TODAY, TODAY);
    const { itemId } = await deposited();
    await deposited();
    await cancel(itemId);
    const { created, cancelled, closed } = await counted(TODAY, TODAY);
    expect(created.total).toBe(before.created.total + 2);
    expect(cancelled.total).toBe(before.cancelled.total + 1);
    expect(cancelled.items[0]).toMatchObject({ id: itemId, rma_status_id: 20 });
    expect(closed).toEqual({ total: 0, items: [] });
  });

  it('covers the last thirty days of the store when no period is named', async () => {
    const of = async (query: string) =>
      dataOf(periodResponse.shape.data, await get(`/rmacreatecancelclose${query}`, 'paris'));
    const { from, to, created } = await of('');
    expect([from, to]).toEqual([daysFrom(TODAY, -29), TODAY]);
    expect(created.total).toBe((await counted(daysFrom(TODAY, -29), TODAY)).created.total);
    expect(await of('?to=2026-03-30')).toMatchObject({ from: '2026-03-01', to: '2026-03-30' });
    expect(await of('?from=2026-03-01')).toMatchObject({ from: '2026-03-01', to: TODAY });
    const later = daysFrom(TODAY, 5);
    expect(await of(`?from=${later}`)).toMatchObject({ from: later, to: later, created: { total: 0 } });
  });

  it('is empty on other days, and another store’s is its own', async () => {
    expect((await period('2026-11-22', '2026-11-30')).body.data).toMatchObject({
      created: { total: 0 },
      cancelled: { total: 0 },
    });
    const tokyo = await counted(TODAY, TODAY, 'tokyo');
    expect(tokyo.cancelled.total).toBe(0);
    expect((await period(TODAY, TODAY, 'warehouse')).status).toBe(403);
    expect((await period('2026-11-30', TODAY)).status).toBe(400);
  });
});
