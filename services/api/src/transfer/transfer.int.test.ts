import { transferSentResponse } from '@atelier/contracts/transfer/schema.ts';
import { dataOf } from '../testing/testing-reply.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCalls, type Calls } from '../testing/testing-calls.ts';

let calls: Calls;
let factory: number;
let factory2: number;
beforeAll(async () => {
  calls = await openCalls(['paris', 'warehouse', 'factory', 'admin', 'auditor']);
  factory = calls.api.sites.get('FSZ') ?? 0;
  factory2 = [...calls.api.sites].find(([code]) => code.startsWith('F') && code !== 'FSZ')?.[1] ?? 0;
});
afterAll(() => calls.api.close());

const call: Calls['call'] = (...given) => calls.call(...given);
const post = (url: string, body: object, who: Parameters<Calls['call']>[0] = 'warehouse') =>
  call(who, 'POST', url, body);
const SIGNED = {
  signature: {
    signer_name: 'Courier',
    strokes: [
      [
        [0.1, 0.1],
        [0.9, 0.9],
      ],
    ],
  },
};
const basket = async (who: Parameters<Calls['call']>[0] = 'warehouse') =>
  (await call(who, 'GET', '/sav/transfer_list')).body.data as { id: number; [field: string]: unknown }[];
const idsIn = async (who?: Parameters<Calls['call']>[0]) => (await basket(who)).map(({ id }) => id);
const statusOf = async (id: number) => (await calls.rowOf('warehouse', id)).rma_status_id;
const clear = () => call('warehouse', 'GET', '/sav/transfer_clear');

describe('can_transfer (product/transfer.md §2)', () => {
  it('says per item whether it can go, and why not', async () => {
    const [fine, benched] = [await calls.received(), await calls.received()];
    await calls.move('warehouse', benched, 4);
    const { body } = await post('/sav/can_transfer', { rma_item_ids: [fine, benched, 999_999] });
    expect(body.data).toMatchObject([
      { item_id: fine, can_transfer: true, code: null, rma_status_id: 3 },
      { item_id: benched, can_transfer: false, code: 'illegal_transition' },
      { item_id: 999_999, can_transfer: false, code: 'not_found', number: null },
    ]);
  });

  it('shows another site nothing of the piece', async () => {
    const id = await calls.received();
    const { body } = await post('/sav/can_transfer', { rma_item_ids: id }, 'factory');
    expect(body.data).toMatchObject([{ can_transfer: false, code: 'not_found', number: null }]);
  });
});

describe('need_to_transfer and the inbox', () => {
  it('waits in the inbox with its reason until it is put into the basket, and comes back when that is emptied', async () => {
    const id = await calls.received();
    const needed = () => call('warehouse', 'GET', '/sav/transfer_list?needed=1');
    expect((await post('/sav/need_to_transfer', { rma_item_ids: id, reason: 'enamel work' })).status).toBe(
      200,
    );
    expect((await needed()).body.data).toMatchObject([{ id, transfer_reason: 'enamel work' }]);
    await post('/sav/tranfer_factory', { rma_item_ids: id, factory });
    expect((await needed()).body.data).toEqual([]);
    await clear();
    expect((await needed()).body.data).toMatchObject([{ id }]);
    await post('/sav/need_to_transfer', { rma_item_ids: id, needed: false });
    expect((await needed()).body.data).toEqual([]);
  });

  it('wants a reason, and flags all of them or none', async () => {
    const [fine, benched] = [await calls.received(), await calls.received()];
    await calls.move('warehouse', benched, 4);
    const bad = await post('/sav/need_to_transfer', { rma_item_ids: [fine] });
    expect(bad.body).toMatchObject({ status: 400, errors: [{ path: 'reason' }] });
    const mixed = await post('/sav/need_to_transfer', { rma_item_ids: [fine, benched], reason: 'x' });
    expect(mixed.body).toMatchObject({ code: 'illegal_transition', data: { item_id: benched } });
    expect((await call('warehouse', 'GET', '/sav/transfer_list?needed=1')).body.data).toEqual([]);
    expect((await post('/sav/need_to_transfer', { rma_item_ids: fine, reason: 'x' }, 'factory')).status).toBe(
      404,
    );
  });
});

describe('the basket', () => {
  it('holds list rows that are all marked scanned, each with its factory', async () => {
    const id = await calls.received();
    const added = await post('/sav/tranfer_factory', { rma_item_ids: [id], factory: 'fsz' });
    expect(added.body.data).toEqual({ changed: 1, in_basket: 1 });
    expect(await basket()).toMatchObject([
      {
        id,
        is_scanned: true,
        factory: { id: factory, code: 'FSZ' },
        can_transfer: true,
        blocking: [],
        quantity: 1,
      },
    ]);
    expect(await idsIn('factory')).toEqual([]);
    await clear();
  });

  it('assigns the whole basket again when no items are named', async () => {
    const ids = [await calls.received(), await calls.received()];
    await post('/sav/tranfer_factory', { rma_item_ids: ids, factory });
    const again = await post('/sav/tranfer_factory', { factory: factory2 });
    expect(again.body.data).toEqual({ changed: 2, in_basket: 2 });
    expect((await basket()).map((row) => (row['factory'] as { id: number }).id)).toEqual([
      factory2,
      factory2,
    ]);
    await clear();
    expect((await post('/sav/tranfer_factory', { factory })).body.code).toBe('no_items');
  });

  it('refuses what is no factory, and pieces out of sight', async () => {
    const id = await calls.received();
    for (const wrong of ['PAR', 'WHS', 'NOWHERE', 424_242])
      expect((await post('/sav/tranfer_factory', { rma_item_ids: id, factory: wrong })).body).toMatchObject({
        status: 400,
        code: 'unknown_factory',
        errors: [{ path: 'factory' }],
      });
    expect(
      (await post('/sav/tranfer_factory', { rma_item_ids: id, factory: factory2 }, 'factory')).status,
    ).toBe(404);
    expect((await post('/sav/tranfer_factory', { rma_item_ids: id, factory }, 'paris')).status).toBe(403);
    expect((await call('auditor', 'GET', '/sav/transfer_list')).status).toBe(403);
    expect(await idsIn()).toEqual([]);
  });

  it('shows why a piece that is missing or packed elsewhere blocks; what moved on has left it', async () => {
    const [missing, packed, moved] = [await calls.received(), await calls.received(), await calls.received()];
    await post('/sav/tranfer_factory', { rma_item_ids: [missing, packed, moved], factory });
    await post('/rma/packagelist', {
      rma_item_ids: packed,
      rma_tracking: 'ELSEWHERE',
      order_type: 3,
      destination: factory2,
    });
    await calls.move('warehouse', moved, 4);
    expect(await basket()).toMatchObject([
      { id: missing, can_transfer: true },
      { id: packed, can_transfer: false, blocking: ['item_bound_elsewhere'] },
    ]);
    const sent = await post('/sav/update_tracking_number', { tracking_number: 'BLOCKED-1', ...SIGNED });
    expect(sent.body).toMatchObject({
      code: 'cannot_send',
      data: {
        can_send: false,
        blocking: [{ code: 'item_bound_elsewhere', item_id: packed, number: expect.stringMatching(/^PAR-/) }],
      },
    });
    expect(await statusOf(missing)).toBe(3);
    await clear();
  });

  it('is emptied by GET and POST, never cached, one piece or all', async () => {
    const ids = [await calls.received(), await calls.received()];
    await post('/sav/tranfer_factory', { rma_item_ids: ids, factory });
    expect((await call('admin', 'GET', '/sav/transfer_clear')).body.code).toBe('custody_elsewhere');
    const one = await post('/sav/transfer_clear', { rma_item_ids: ids[0] });
    expect(one.body.data).toEqual({ changed: 1, in_basket: 1 });
    expect((await call('factory', 'GET', `/sav/transfer_clear?rma_item_ids=${ids[1]}`)).status).toBe(404);
    const all = await calls.call('warehouse', 'POST', '/sav/transfer_clear', {});
    expect(all.body.data).toEqual({ changed: 1, in_basket: 0 });
    expect((await clear()).body.data).toEqual({ changed: 0, in_basket: 0 });
    expect(await statusOf(ids[0] ?? 0)).toBe(3);
  });
});

describe('update_tracking_number sends the basket (17 → 18 → 19 → 4)', () => {
  it('all together, once; custody goes from the site to the package to the other factory', async () => {
    const ids = [await calls.received(), await calls.received()];
    await calls.move('warehouse', ids[0] ?? 0, 17);
    await post('/sav/tranfer_factory', { rma_item_ids: ids, factory });
    const body = { tracking_number: 'TR-GO', ...SIGNED };
    const sent = await post('/sav/update_tracking_number', body);
    expect(sent.body).toMatchObject({
      status: 200,
      data: { shipment: { order_type: 3, state: 'Sent', item_count: 2, to: { id: factory }, signed: true } },
    });
    const { shipment, rma_item_ids } = dataOf(transferSentResponse.shape.data, sent);
    expect(new Set(rma_item_ids)).toEqual(new Set(ids));
    const again = await post('/sav/update_tracking_number', body);
    expect(again.data).toMatchObject({ shipment: { id: shipment.id, state: 'Sent' } });
    expect(await idsIn()).toEqual([]);
    const [first = 0, second = 0] = ids;
    for (const id of ids) {
      expect(await statusOf(id)).toBe(18);
      expect((await calls.rowOf('warehouse', id)).custody).toMatchObject({ kind: 'shipment' });
    }
    expect((await calls.move('factory', first, 4)).body.code).toBe('illegal_transition');
    expect((await calls.move('factory', second, 19)).status).toBe(200);
    expect((await calls.rowOf('factory', second)).custody).toMatchObject({ kind: 'site', site_id: factory });
    expect((await calls.move('factory', second, 4)).status).toBe(200);
    expect((await call('factory', 'GET', '/sav/transfer_package?direction=inbound')).body.data).toMatchObject(
      [{ tracking_no: 'TR-GO', state: expect.stringMatching(/Received/), item_count: 2 }],
    );
  });

  it('asks which factory when the basket holds pieces for two, and leaves the others in it', async () => {
    const [one, two] = [await calls.received(), await calls.received()];
    await post('/sav/tranfer_factory', { rma_item_ids: one, factory });
    await post('/sav/tranfer_factory', { rma_item_ids: two, factory: factory2 });
    const body = { tracking_number: 'TR-TWO', ...SIGNED };
    const unsaid = await post('/sav/update_tracking_number', body);
    expect(unsaid.body).toMatchObject({ code: 'factory_required', errors: [{ path: 'factory' }] });
    expect((await post('/sav/update_tracking_number', { ...body, factory: factory2 })).status).toBe(200);
    expect(await idsIn()).toEqual([one]);
    const used = await post('/sav/update_tracking_number', body);
    expect(used.body.code).toBe('tracking_used');
    await clear();
  });

  it('nothing to send, no signature, an empty one, a bad number: refused, nothing changed', async () => {
    expect((await post('/sav/update_tracking_number', { tracking_number: 'TR-EMPTY' })).body.code).toBe(
      'no_items',
    );
    const id = await calls.received();
    await post('/sav/tranfer_factory', { rma_item_ids: id, factory });
    const unsigned = await post('/sav/update_tracking_number', { tracking_number: 'TR-UNSIGNED' });
    expect(unsigned.data).toHaveProperty('blocking', [
      { code: 'signature_required', item_id: null, number: null },
    ]);
    const blank = { tracking_number: 'TR-UNSIGNED', signature: { strokes: [[]] } };
    expect((await post('/sav/update_tracking_number', blank)).body.errors).toMatchObject([
      { path: 'signature.strokes' },
    ]);
    expect((await post('/sav/update_tracking_number', { tracking_number: 'a!b' })).body.errors).toMatchObject(
      [{ path: 'tracking_number' }],
    );
    expect(await statusOf(id)).toBe(3);
    await clear();
  });

  it('two people at once: one package leaves, the other is refused', async () => {
    const id = await calls.received();
    await post('/sav/tranfer_factory', { rma_item_ids: id, factory });
    const answers = await Promise.all(
      ['TR-A', 'TR-B'].map((number) =>
        post('/sav/update_tracking_number', { tracking_number: number, ...SIGNED }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(1);
    expect(await statusOf(id)).toBe(18);
  });
});
