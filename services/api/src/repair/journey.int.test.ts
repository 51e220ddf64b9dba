import { createRmaResponse } from '@atelier/contracts/deposit/deposit-schema.ts';
import { saveSignResponse } from '@atelier/contracts/shipping/schema.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPackages, type PackageWorld } from '../shipping/testing-packages.ts';
import { depositBody, STROKES } from '../testing/testing-bodies.ts';
import type { Journey } from '../testing/testing-journey.ts';
import type { Call } from '../testing/testing-people.ts';
import { dataOf } from '../testing/testing-reply.ts';

let world: PackageWorld;

beforeAll(async () => {
  world = await openPackages(['paris', 'tokyo', 'warehouse', 'station', 'admin']);
});
afterAll(() => world.api.close());

const call: Call = (...request) => world.call(...request);
const move: Journey['move'] = (...step) => world.journey.move(...step);
const deposited: Journey['deposit'] = (...body) => world.journey.deposit(...body);
const send: Journey['send'] = (...step) => world.journey.send(...step);

const bodyOf = (item: object = {}, head: object = {}) => depositBody({ ...world.piece, ...item }, head);

describe('one jewel over HTTP, counter to counter', () => {
  it('takes the whole way with the fixed words of each call', async () => {
    const created = await call('paris', 'POST', '/rma', bodyOf());
    expect(created.status).toBe(200);
    const rma = dataOf(createRmaResponse.shape.data, created);
    const { id, number } = rma.items[0] ?? { id: 0, number: '' };
    expect(rma.public_reference).toMatch(/^[\w-]{22}$/);

    const packed = await call('paris', 'POST', '/rma/packagelist', {
      rma_id: rma.id,
      rma_tracking: 'H-OUT',
    });
    expect(packed.data).toMatchObject({ can_send: false, blocking: [{ code: 'signature_required' }] });
    await call('paris', 'POST', '/saveSign', { kind: 'courier', tracking_no: 'H-OUT', strokes: STROKES });
    const left = await call('paris', 'POST', '/storepackage', { tracking_no: 'H-OUT' });
    expect(left).toMatchObject({ status: 200, body: { success: true, data: { tracking_no: 'H-OUT' } } });

    const scan = await call('warehouse', 'POST', '/scan', { code: number, target: 3, tracking_no: 'H-OUT' });
    expect(scan.data).toMatchObject({
      verdict: 'accepted',
      item: { id, rma_status_id: 2, is_scanned: true },
    });
    const received = await move('warehouse', id, 3, {
      findings: { reasons: [1], quality_investigate: 'Production Issue' },
    });
    expect(received.body).toMatchObject({ message: 'update success', data: [{ id, success: true }] });
    for (const target of [4, 5, 6, 8, 12, 13]) expect((await move('warehouse', id, target)).status).toBe(200);

    await call('warehouse', 'POST', '/rma/packagelist', { rma_item_ids: [id], rma_tracking: 'H-BACK' });
    await call('warehouse', 'POST', '/saveSign', {
      kind: 'courier',
      tracking_no: 'H-BACK',
      strokes: STROKES,
    });
    expect((await call('warehouse', 'POST', '/factorypackage', { tracking_no: 'H-BACK' })).status).toBe(200);
    expect((await move('paris', id, 15)).status).toBe(200);

    const signed = await call('paris', 'POST', '/saveSign', {
      kind: 'pickup',
      rma_item_ids: [id],
      strokes: STROKES,
    });
    const { signature_id } = dataOf(saveSignResponse.shape.data, signed);
    const handed = await call('paris', 'POST', '/rma/handover', { rma_item_ids: [id], signature_id });
    expect(handed.body).toMatchObject({ success: true, data: [{ id, success: true }] });
  });

  it('moves several at once with a result per row', async () => {
    const [first, second] = [await deposited(), await deposited()];
    await send([first.itemId], 'H-BULK');
    const ids = [first.itemId, second.itemId];
    const { status, body } = await call('warehouse', 'PUT', '/rmastatus', { ids, rma_status_id: 3 });
    expect(status).toBe(200);
    expect(body.data).toMatchObject([
      { id: first.itemId, success: true },
      { id: second.itemId, success: false, code: 'not_found' },
    ]);
  });

  it('says the fixed words when an RMA is cancelled', async () => {
    const { itemId } = await deposited();
    const { body } = await move('paris', itemId, 20, { reason: 'changed her mind' });
    expect(body).toMatchObject({ success: true, message: 'RMA has been cancelled' });
  });
});

describe('bad input: a clear coded error, and nothing changed', () => {
  const versionOf = (itemId: number) =>
    world.api.world.store.readStream(`item-${itemId}`).then(({ version }) => version);

  it.each([
    ['an unknown item', 'warehouse', 999_999, 4, {}, 404, 'not_found'],
    ['a move the table does not offer', 'paris', 0, 15, {}, 400, 'illegal_transition'],
    ['a move without the permission', 'paris', 0, 4, {}, 403, 'forbidden'],
    ['going back without a reason', 'paris', 0, 20, {}, 400, 'reason_required'],
    ['a status that does not exist', 'paris', 0, 99, {}, 400, 'invalid_input'],
  ] as const)('%s', async (_name, who, given, target, extras, status, code) => {
    const { itemId } = await deposited();
    const answer = await move(who, given === 0 ? itemId : given, target, extras);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ status, success: false, code });
    expect(await versionOf(itemId)).toBe(1);
  });

  it('an item of another store is not there, like what does not exist', async () => {
    const { itemId } = await deposited();
    const foreign = await move('tokyo', itemId, 20, { reason: 'mine now' });
    const absent = await move('tokyo', 987_654, 20, { reason: 'mine now' });
    expect(foreign).toMatchObject({ status: 404 });
    expect({ ...foreign.body, data: null }).toEqual({ ...absent.body, data: null });
    expect(await versionOf(itemId)).toBe(1);
  });

  it('a stale version is a 409', async () => {
    const { itemId } = await deposited();
    const stale = { 'if-match': '"7"' };
    const answer = await call(
      'paris',
      'PUT',
      '/rmastatus',
      { id: itemId, rma_status_id: 20, reason: 'x' },
      stale,
    );
    expect(answer).toMatchObject({ status: 409, body: { success: false } });
    expect(await versionOf(itemId)).toBe(1);
  });

  it('the second window doing the same move learns that it is done', async () => {
    const { itemId } = await deposited();
    await send([itemId], 'H-TWO');
    const [a, b] = await Promise.all([move('warehouse', itemId, 3), move('warehouse', itemId, 3)]);
    expect([a.status, b.status].toSorted((x, y) => x - y)).toEqual([200, 400]);
    expect([a, b].find(({ status }) => status === 400)?.code).toBe('already_in_status');
  });

  it('the same key gives the same answer once; another body under it is a 409', async () => {
    const { itemId } = await deposited();
    const key = { 'idempotency-key': 'remark-1' };
    const first = await call('paris', 'POST', '/shopcomment', { id: itemId, comment: 'fragile' }, key);
    const again = await call('paris', 'POST', '/shopcomment', { id: itemId, comment: 'fragile' }, key);
    const other = await call('paris', 'POST', '/shopcomment', { id: itemId, comment: 'other' }, key);
    expect(again.body).toEqual(first.body);
    expect(other.status).toBe(409);
    expect(await versionOf(itemId)).toBe(2);
  });

  it('a tracking number belongs to one package', async () => {
    const [first, second] = [await deposited(), await deposited()];
    await send([first.itemId], 'H-USED');
    const reused = { rma_item_ids: [second.itemId], rma_tracking: 'H-USED' };
    const answer = await call('paris', 'POST', '/rma/packagelist', reused);
    expect(answer).toMatchObject({ status: 400, body: { code: 'tracking_used' } });
    expect(await versionOf(second.itemId)).toBe(1);
  });

  it.each([
    ['a purchase date in the future', { purchase_date: '2999-01-01' }, 'items.0.purchase_date'],
    ['an unknown SKU', { product_sku: 'NO-SUCH-SKU' }, 'items.0.product_sku'],
    ['an inactive or unknown reason', { reasons: [4_242] }, 'items.0.reasons'],
    [
      'a remark of 121 words',
      { is_waived_fee: true, store_remark: 'word '.repeat(121) },
      'items.0.store_remark',
    ],
    ['a wrong type', { total_weight: 'heavy' }, 'items.0.total_weight'],
    ['an unknown key', { is_admin: true }, 'items.0'],
  ])('a deposit with %s names the field', async (_name, item, path) => {
    const { status, body } = await call('paris', 'POST', '/rma', bodyOf(item));
    expect(status).toBe(400);
    expect(JSON.stringify(body.errors)).toContain(path);
  });

  it('a phone number that no telephone has is refused with the fixed words', async () => {
    const { status, body } = await call('paris', 'POST', '/rma', bodyOf({}, { phone: '12' }));
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([
      { path: 'phone', message: 'Incorrect phone number format (modify it in the CRM and try again)' },
    ]);
  });

  it('a remark of 10,000 characters, malformed JSON and an empty signature change nothing', async () => {
    const { itemId } = await deposited();
    const long = await call('paris', 'POST', '/shopcomment', { id: itemId, comment: 'x'.repeat(10_000) });
    expect(long.status).toBe(400);
    const empty = await call('paris', 'POST', '/saveSign', {
      kind: 'pickup',
      rma_item_ids: [itemId],
      strokes: [],
    });
    expect(empty).toMatchObject({ status: 400, body: { errors: [{ path: 'strokes' }] } });
    const malformed = await world.app.inject({
      method: 'POST',
      url: '/api/shopcomment',
      headers: { ...world.people.headersOf('paris'), 'content-type': 'application/json' },
      payload: '{"id": 1,',
    });
    expect(malformed.statusCode).toBe(400);
    expect(malformed.json()).toMatchObject({ success: false });
    expect(await versionOf(itemId)).toBe(1);
  });

  it('a station without a worker may do nothing', async () => {
    const { itemId } = await deposited();
    expect((await move('station', itemId, 4)).status).toBe(403);
    expect((await call('station', 'POST', '/scan', { code: String(itemId), target: 4 })).status).toBe(403);
  });
});
