import {
  packagePriceResponse,
  packageStatusResponse,
  packageView,
  shipmentCommandResponse,
} from '@atelier/contracts/shipping/schema.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf, type Reply } from '../testing/testing-reply.ts';
import { openPackages, type PackageWorld } from './testing-packages.ts';

let world: PackageWorld;
let call: PackageWorld['call'];

beforeAll(async () => {
  world = await openPackages(['paris', 'tokyo', 'warehouse', 'factory']);
  ({ call } = world);
});
afterAll(() => world.api.close());

const post = (url: string, body: object, headers?: Record<string, string>) =>
  call('paris', 'POST', url, body, headers);
const statusOf = async (tracking: string) =>
  dataOf(
    packageStatusResponse.shape.data,
    await call('paris', 'GET', `/packagestatus?tracking_no=${encodeURIComponent(tracking)}`),
  );
const shipmentOf = async (tracking: string) => {
  const { shipment } = await statusOf(tracking);
  if (shipment === null) throw new Error(`no package ${tracking}`);
  return shipment;
};
const sentBy = (reply: Reply) => dataOf(shipmentCommandResponse.shape.data, reply);
const eventsOf = async (tracking: string): Promise<string[]> => {
  const { id } = await shipmentOf(tracking);
  const { events } = await world.api.world.store.readStream(`shipment-${id}`);
  return events.map((event) => event.type);
};
/** A signed draft with some fresh pieces. */
async function draft(tracking: string, count = 1): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await world.journey.deposit()).itemId);
  await world.journey.bind(ids, tracking);
  await world.journey.sign(tracking);
  return ids;
}

describe('sending', () => {
  it('of one package by two people at once happens once, and both hear the truth', async () => {
    const [itemId] = await draft('TWO-1');
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => post('/storepackage', { tracking_no: 'TWO-1' })),
    );
    const id = (await shipmentOf('TWO-1')).id;
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const [first, ...others] = answers.map(sentBy);
    expect(first).toMatchObject({ id, tracking_no: 'TWO-1' });
    for (const other of others) expect(other).toEqual(first);
    expect((await eventsOf('TWO-1')).filter((type) => type === 'ShipmentSent')).toHaveLength(1);
    const { events } = await world.api.world.store.readStream(`item-${itemId}`);
    expect(events.filter((event) => event.type === 'CustodyTransferred')).toHaveLength(1);
  });

  it('on a stale picture is 409; what was sealed meanwhile stays', async () => {
    await draft('STALE-1');
    const { version } = await shipmentOf('STALE-1');
    await post('/package/seal', { tracking_no: 'STALE-1', seal_number: 'S-9' });
    const late = await post('/storepackage', { tracking_no: 'STALE-1' }, { 'if-match': `"${version}"` });
    expect(late.status).toBe(409);
    expect((await statusOf('STALE-1')).shipment).toMatchObject({ state: 'Sealed', seal_number: 'S-9' });
  });

  it('names an address that exists and takes packages', async () => {
    const { itemId } = await world.journey.deposit();
    for (const destination of [999_999, 2]) {
      const refused = await world.journey.bind([itemId], 'LOST-1', { destination });
      expect([refused.status, refused.code]).toEqual([400, 'wrong_destination']);
    }
    expect((await statusOf('LOST-1')).shipment).toBeNull();
    await draft('LOST-2');
    const refused = await post('/storepackage', { tracking_no: 'LOST-2', destination: 999_999 });
    expect([refused.status, refused.code]).toEqual([400, 'wrong_destination']);
  });

  it('leaves out a piece that was cancelled while it lay in the package, and breaks the seal for it', async () => {
    const [first = 0, second = 0] = await draft('CANCEL-1', 2);
    await post('/package/seal', { tracking_no: 'CANCEL-1', seal_number: 'S-1', gross_weight: 120 });
    await call('paris', 'PUT', '/rmastatus', { id: first, rma_status_id: 20, reason: 'changed mind' });
    const status = await statusOf('CANCEL-1');
    expect(status.shipment).toMatchObject({ state: 'Draft', seal_number: '', item_count: 1 });
    expect((await post('/storepackage', { tracking_no: 'CANCEL-1' })).status).toBe(200);
    const kept = await call('paris', 'POST', '/trackingrma', { tracking_number: 'CANCEL-1' });
    expect(dataOf(packageView, kept).items.map(({ id }) => id)).toEqual([second]);
  });

  it('two people beginning one number share the package', async () => {
    const [one, two] = [await world.journey.deposit(), await world.journey.deposit()];
    const answers = await Promise.all([
      world.journey.bind([one.itemId], 'BOTH-1'),
      world.journey.bind([two.itemId], 'BOTH-1'),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    expect((await shipmentOf('BOTH-1')).item_count).toBe(2);
  });
});

describe('taking back', () => {
  it('ends when the carrier has it; only the sender says that it has', async () => {
    await draft('PICK-1');
    expect((await post('/package/pickup', { tracking_no: 'PICK-1' })).code).toBe('shipment_not_sent');
    await post('/storepackage', { tracking_no: 'PICK-1' });
    const early = await call('warehouse', 'POST', '/package/pickup', { tracking_no: 'PICK-1' });
    expect([early.status, early.code]).toEqual([400, 'custody_elsewhere']);
    expect((await call('tokyo', 'POST', '/package/pickup', { tracking_no: 'PICK-1' })).status).toBe(404);
    const once = await post('/package/pickup', { tracking_no: 'PICK-1' });
    const twice = await post('/package/pickup', { tracking_no: 'PICK-1' });
    expect([once.status, twice.status, sentBy(twice).version]).toEqual([200, 200, sentBy(once).version]);
    const late = await post('/package/unsend', { tracking_no: 'PICK-1', reason: 'wrong bag' });
    expect([late.status, late.code]).toEqual([400, 'shipment_picked_up']);
    expect((await statusOf('PICK-1')).shipment).toMatchObject({ state: 'Sent', picked_up: true });
  });
});

describe('seal, way and price before it leaves', () => {
  it('is sealed without being sent, unsealed with a reason', async () => {
    await draft('SEAL-1');
    const sealed = await post('/package/seal', {
      tracking_no: 'SEAL-1',
      seal_number: 'A 77',
      gross_weight: 81.5,
    });
    expect(sealed.status).toBe(200);
    expect((await statusOf('SEAL-1')).shipment).toMatchObject({
      state: 'Sealed',
      seal_number: 'A 77',
      gross_weight: 81.5,
    });
    expect((await post('/package/seal', { tracking_no: 'SEAL-1' })).code).toBe('shipment_not_draft');
    expect((await post('/package/unseal', { tracking_no: 'SEAL-1', reason: ' ' })).status).toBe(400);
    expect((await post('/package/unseal', { tracking_no: 'SEAL-1', reason: 'forgot one' })).status).toBe(200);
    expect((await statusOf('SEAL-1')).shipment).toMatchObject({ state: 'Draft', seal_number: '' });
    for (const gross_weight of [0, -3, 2_000_000, 'heavy'])
      expect((await post('/package/seal', { tracking_no: 'SEAL-1', gross_weight })).status).toBe(400);
  });

  it('names its carrier and another warehouse until it is sent', async () => {
    await draft('WAY-1');
    expect((await post('/package/route', { tracking_no: 'WAY-1', carrier: 'dhl' })).status).toBe(200);
    expect((await statusOf('WAY-1')).shipment).toMatchObject({ carrier: 'dhl', to: { code: 'WHS' } });
    const factory = world.api.sites.get('FSZ');
    await post('/package/route', { tracking_no: 'WAY-1', destination: factory });
    expect((await statusOf('WAY-1')).shipment).toMatchObject({ carrier: 'dhl', to: { code: 'FSZ' } });
    expect((await post('/package/route', { tracking_no: 'WAY-1', to_client: true })).status).toBe(400);
    expect((await call('factory', 'POST', '/package/route', { tracking_no: 'WAY-1' })).status).toBe(404);
    await post('/storepackage', { tracking_no: 'WAY-1' });
    const late = await post('/package/route', { tracking_no: 'WAY-1', carrier: 'ups' });
    expect(late.code).toBe('shipment_not_draft');
  });

  it('asks for the price that no list knows, and takes it by hand', async () => {
    await world.unlisted(world.sku);
    const [itemId = 0] = await draft('PRICE-1');
    const before = await statusOf('PRICE-1');
    expect(before).toMatchObject({ can_send: false, blocking: [{ code: 'price_unknown', item_id: itemId }] });
    const refused = await post('/storepackage', { tracking_no: 'PRICE-1' });
    expect([refused.status, refused.code]).toEqual([400, 'cannot_send']);
    expect(refused.data).toEqual({ can_send: false, blocking: before.blocking });
    const price = (body: object) =>
      post('/package/price', { tracking_no: 'PRICE-1', rma_item_id: itemId, amount: 12_500, ...body });
    expect((await price({ currency: 'JPY' })).code).toBe('currency_mismatch');
    for (const amount of [-1, 1.5, '12', 1e15]) expect((await price({ amount })).status).toBe(400);
    expect((await price({ rma_item_id: 999_999 })).code).toBe('item_not_bound');
    expect((await price({})).status).toBe(200);
    const { data } = await call('paris', 'POST', '/trackingrma', { tracking_number: 'PRICE-1' });
    expect(data).toMatchObject({
      can_send: true,
      prices: [{ item_id: itemId, amount: 12_500, currency: 'EUR' }],
    });
    const prices = await call('paris', 'GET', '/packageprice?tracking_no=PRICE-1');
    expect(dataOf(packagePriceResponse.shape.data, prices).total).toBe(12_500);
  });

  it('is given up before it was sent: pieces free, number used for good', async () => {
    const [itemId = 0] = await draft('DROP-1');
    expect((await post('/package/cancel', { tracking_no: 'DROP-1', reason: '' })).status).toBe(400);
    expect((await post('/package/cancel', { tracking_no: 'DROP-1', reason: 'torn box' })).status).toBe(200);
    expect((await shipmentOf('DROP-1')).state).toBe('Cancelled');
    expect((await post('/storepackage', { tracking_no: 'DROP-1' })).code).toBe('shipment_cancelled');
    expect((await world.journey.bind([itemId], 'DROP-1')).code).toBe('shipment_cancelled');
    expect((await world.journey.bind([itemId], 'DROP-2')).status).toBe(200);
    await world.journey.sign('DROP-2');
    await post('/package/price', { tracking_no: 'DROP-2', rma_item_id: itemId, amount: 100 });
    await post('/storepackage', { tracking_no: 'DROP-2' });
    const late = await post('/package/cancel', { tracking_no: 'DROP-2', reason: 'x' });
    expect(late.code).toBe('shipment_not_draft');
  });
});
