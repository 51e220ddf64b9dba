import { rmaView } from '@atelier/contracts/repair-detail/schema.ts';
import { dataOf } from '../testing/testing-reply.ts';
import { rmaSearchView } from '@atelier/contracts/repair-list/search-schema.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { depositBody, leaving } from '../testing/testing-bodies.ts';
import { depositedBy, openDeposits, type DepositWorldOverHttp } from './testing-deposits.ts';

let world: DepositWorldOverHttp;

beforeAll(async () => {
  world = await openDeposits();
});
afterAll(() => world.api.close());

interface Deposited {
  readonly id: number;
  readonly itemId: number;
  readonly etag: string;
}

async function deposited(item: object = {}): Promise<Deposited> {
  const { id, items } = depositedBy(await world.deposit(item));
  const { etag } = await world.call('paris', 'GET', `/rma/${id}`);
  return { id, itemId: items[0]?.id ?? 0, etag };
}

/** The form again; the piece only when something of it is given. */
function edit(
  { id, itemId }: Deposited,
  head: object = {},
  item?: object,
  headers: object = {},
  who: 'paris' | 'tokyo' | 'admin' = 'paris',
) {
  const { sku: product_sku, images } = world;
  const { items, ...rest } = depositBody({ product_sku, images, ...item, id: itemId }, head);
  const payload = { ...rest, ...(item !== undefined && { items }) };
  return world.call(who, 'PUT', `/rma/${id}`, payload, headers);
}

const shown = async ({ id }: Deposited) => dataOf(rmaView, await world.call('paris', 'GET', `/rma/${id}`));

async function sendAway(id: number, itemId: number) {
  for (const [url, body] of leaving([itemId], `EDIT-${id}`))
    expect([url, (await world.call('paris', 'POST', url, body)).status]).toEqual([url, 200]);
}

async function found(words: string): Promise<readonly number[]> {
  await world.api.world.settle();
  const { groups } = dataOf(rmaSearchView, await world.call('paris', 'GET', `/rma/search?q=${words}`));
  return [...new Set(groups.flatMap(({ hits }) => hits.map(({ item }) => item.id)))];
}

describe('PUT /rma/{id} (product/deposit.md §10)', () => {
  it('is found by the new words afterwards, and no more by the old ones', async () => {
    const rma = await deposited({ serial_number: 'OLDSERIAL77' });
    expect(await found('OLDSERIAL77')).toEqual([rma.itemId]);
    await edit(rma, { original_order_number: 'NEWORDER88' }, { serial_number: 'NEWSERIAL77' });
    expect(await found('OLDSERIAL77')).toEqual([]);
    expect(await found('NEWSERIAL77')).toEqual([rma.itemId]);
    expect(await found('NEWORDER88')).toEqual([rma.itemId]);
  });

  it('says everything again while the piece is at the counter', async () => {
    const rma = await deposited();
    const answer = await edit(
      rma,
      { firstname: '明', lastname: '王', delivery: 'client' },
      { reasons: [2], purchase_date: '2019-05-01', maintenance_amount: 9000 },
    );
    expect(answer).toMatchObject({ status: 200, body: { message: 'RMA has been updated' } });
    const now = await shown(rma);
    expect(now).toMatchObject({ fullname: '王明', version: 3 });
    expect(now.items[0]).toMatchObject({
      rma_item_to_reason: [{ rma_item_reason_id: 2 }],
      is_under_warranty: false,
      repair_fee: 9000,
      purchase_date: '2019-05-01',
      fullname: '王明',
    });
    expect(answer.etag).toBe('"3"');
  });

  it('the same again changes nothing', async () => {
    const rma = await deposited();
    expect(await edit(rma, {}, {})).toMatchObject({ status: 200, etag: '"1"' });
    expect((await shown(rma)).version).toBe(1);
  });

  it('does not count as an earlier repair of the same piece', async () => {
    const rma = await deposited({ serial_number: 'SN-EDIT-1' });
    const answer = await edit(rma, {}, { serial_number: 'SN-EDIT-1', reasons: [2] });
    expect({ status: answer.status, errors: answer.body.errors }).toEqual({ status: 200, errors: undefined });
    const again = await world.deposit({ serial_number: 'SN-EDIT-1' });
    expect(again.body.errors).toMatchObject([
      { path: 'items.0.renew_reasons', code: 'renew_reasons_required' },
    ]);
  });

  it('once the piece has left, the contact and the address alone', async () => {
    const rma = await deposited();
    await sendAway(rma.id, rma.itemId);
    const moved = await edit(rma, { phone: '698765432', address: '9 rue Neuve', receiver_name: 'Ada' });
    expect(moved.status).toBe(200);
    expect(await shown(rma)).toMatchObject({
      fullphone: '+33 698765432',
      address: '9 rue Neuve',
      receiver_name: 'Ada',
    });
    const late = await edit(rma, {}, { reasons: [2] });
    expect(late).toMatchObject({ status: 400, body: { code: 'edit_too_late', data: { status: 2 } } });
    expect((await edit(rma, { platform_type: 'online' })).body.code).toBe('edit_too_late');
  });

  it.each([
    ['a phone no telephone has', { phone: '12' }, undefined, 'phone', 'invalid_phone'],
    ['no city', { city: '' }, undefined, 'city', 'city_required'],
    ['no reason', {}, { reasons: [] }, 'items.0.reasons', 'reasons_required'],
    ['a picture nobody sent', {}, { images: ['x'.repeat(22)] }, 'items.0.images.0', 'image_unknown'],
  ])('%s is refused by field, and changes nothing', async (_, head, item, path, code) => {
    const rma = await deposited();
    const { status, body } = await edit(rma, head, item);
    expect({ status, errors: body.errors }).toMatchObject({ status: 400, errors: [{ path, code }] });
    expect((await shown(rma)).version).toBe(1);
  });

  it('is another store’s business no more than it exists', async () => {
    const rma = await deposited();
    expect((await edit(rma, { firstname: 'Eva' }, undefined, {}, 'tokyo')).status).toBe(404);
    expect((await edit({ ...rma, id: 999_999 })).status).toBe(404);
    expect((await edit(rma, { firstname: 'Eva' }, undefined, {}, 'admin')).status).toBe(200);
  });
});

describe('a stale editor gets by whom and what was changed (product/calls.md §2: 409)', () => {
  it('when a piece or the head was edited meanwhile', async () => {
    const rma = await deposited();
    const mine = { 'if-match': rma.etag };
    expect((await edit(rma, { city: 'Lyon' }, { reasons: [2] }, mine)).status).toBe(200);
    const stale = await edit(rma, { city: 'Lille' }, undefined, mine);
    expect(stale).toMatchObject({
      status: 409,
      body: {
        code: 'wrong_expected_version',
        message: 'This has been changed by paris person since you opened it.',
        data: {
          version: 3,
          changes: [
            { by: 'paris person', fields: ['city'] },
            { by: 'paris person', fields: [`items.${rma.itemId}.reasons`] },
          ],
        },
      },
    });
    expect((await shown(rma)).city).toBe('Lyon');
    expect((await edit(rma, { city: 'Lille' }, undefined, { 'if-match': '"3"' })).status).toBe(200);
  });

  it('of two at the same moment one wins', async () => {
    const rma = await deposited();
    const mine = { 'if-match': rma.etag };
    const both = await Promise.all(['Lyon', 'Lille'].map((city) => edit(rma, { city }, undefined, mine)));
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });
});

describe('POST /fake/product (product/deposit.md §11)', () => {
  const remark = 'the stamp is wrong';

  it('needs a picture that was uploaded here', async () => {
    const { itemId } = await deposited();
    const foreign = { rma_item_id: itemId, image: 'x'.repeat(22), remark };
    expect(await world.call('paris', 'POST', '/fake/product', foreign)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'image', code: 'image_unknown', message: 'Please upload the image again' }] },
    });
    expect((await world.call('tokyo', 'POST', '/fake/product', foreign)).status).toBe(404);
  });
});
