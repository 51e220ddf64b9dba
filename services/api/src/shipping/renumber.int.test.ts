import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itemView } from '@atelier/contracts/repair-detail/schema.ts';
import { packageStatusResponse } from '@atelier/contracts/shipping/schema.ts';
import { z } from 'zod';
import { dataOf, type Reply } from '../testing/testing-reply.ts';
import { STROKES } from '../testing/testing-bodies.ts';
import { openPackages, type PackageWorld } from './testing-packages.ts';

let world: PackageWorld;
let call: PackageWorld['call'];

beforeAll(async () => {
  world = await openPackages(['paris', 'tokyo', 'warehouse', 'factory']);
  ({ call } = world);
});
afterAll(() => world.api.close());

const post = (url: string, body: object) => call('paris', 'POST', url, body);
const rename = (from: string, to: string) =>
  post('/package/tracking', { tracking_no: from, new_tracking_no: to, reason: 'relabelled' });
const statusIn = (reply: Reply) => dataOf(packageStatusResponse.shape.data, reply);
const shipmentOf = async (tracking: string) =>
  statusIn(await call('paris', 'GET', `/packagestatus?tracking_no=${encodeURIComponent(tracking)}`));

async function sent(tracking: string): Promise<number> {
  const { itemId } = await world.journey.deposit();
  await world.journey.bind([itemId], tracking);
  await world.journey.sign(tracking);
  await post('/storepackage', { tracking_no: tracking });
  return itemId;
}

describe('another tracking number', () => {
  it('is the package’s and its pieces’ at once; the old one still finds it', async () => {
    const itemId = await sent('OLD-1');
    const renamed = await rename('OLD-1', 'NEW-1');
    expect(renamed).toMatchObject({ status: 200, data: { tracking_no: 'NEW-1' } });
    for (const number of ['OLD-1', 'NEW-1']) {
      const { data } = await call('warehouse', 'POST', '/trackingrma', { tracking_number: number });
      expect(data).toMatchObject({
        shipment: { tracking_no: 'NEW-1', former_tracking_nos: ['OLD-1'] },
        items: [{ id: itemId, tracking_number: 'NEW-1' }],
      });
    }
    await world.api.world.settle();
    const list = await call('paris', 'GET', '/rmalist?tracking_no=NEW-1');
    expect(dataOf(z.array(itemView), list).map(({ id }) => id)).toEqual([itemId]);
    const received = await call('warehouse', 'PUT', '/rmastatus', { id: itemId, rma_status_id: 3 });
    expect(received.status).toBe(200);
    expect((await rename('NEW-1', 'NEW-2')).code).toBe('shipment_has_receipts');
  });

  it('must never have been used, also not by another shop', async () => {
    await sent('OLD-2');
    await sent('OTHER-2');
    await rename('OTHER-2', 'OTHER-3');
    for (const taken of ['OTHER-2', 'OTHER-3']) {
      const refused = await rename('OLD-2', taken);
      expect([refused.status, refused.code]).toEqual([400, 'tracking_used']);
    }
    const { itemId } = await world.journey.deposit();
    expect((await world.journey.bind([itemId], 'OTHER-2')).code).toBe('tracking_used');
    expect(await shipmentOf('OLD-2')).toMatchObject({ shipment: { tracking_no: 'OLD-2' } });
  });

  it('is the first one’s when two packages ask for it together', async () => {
    await sent('RACE-A');
    await sent('RACE-B');
    const answers = await Promise.all([rename('RACE-A', 'RACE-C'), rename('RACE-B', 'RACE-C')]);
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    expect(answers.find((answer) => answer.status === 400)?.code).toBe('tracking_used');
    expect((await shipmentOf('RACE-C')).shipment?.tracking_no).toBe('RACE-C');
  });

  it('is given by the sender, and can be written on a box', async () => {
    await sent('OLD-4');
    const foreign = await call('warehouse', 'POST', '/package/tracking', {
      tracking_no: 'OLD-4',
      new_tracking_no: 'NEW-4',
    });
    expect(foreign.code).toBe('custody_elsewhere');
    expect(
      (await call('tokyo', 'POST', '/package/tracking', { tracking_no: 'OLD-4', new_tracking_no: 'X-4' }))
        .status,
    ).toBe(404);
    const odd = ['', 'ab', 'a\u0000bc', 'x'.repeat(65), "'; drop table", 'a\nbc', '<b>x</b>', '\u202Ea', 7];
    for (const number of odd) {
      const refused = await post('/package/tracking', { tracking_no: 'OLD-4', new_tracking_no: number });
      expect([number, refused.status]).toEqual([number, 400]);
    }
    expect((await rename('OLD-4', '運單 4/7.A_b-c')).status).toBe(200);
    expect((await shipmentOf('運單 4/7.A_b-c')).shipment?.former_tracking_nos).toEqual(['OLD-4']);
  });
});

describe('a number that belongs elsewhere', () => {
  it('says so before anything is packed, and shows nothing else', async () => {
    await sent('PARIS-9');
    const { data } = await call('tokyo', 'GET', '/packagestatus?tracking_no=PARIS-9');
    expect(data).toEqual({
      can_send: false,
      blocking: [{ code: 'tracking_used', item_id: null, number: null }],
      shipment: null,
    });
    expect((await shipmentOf('NOBODY-9')).blocking).toMatchObject([{ code: 'not_found' }]);
    const wrongType = await call('paris', 'GET', '/packagestatus?tracking_no=PARIS-9&order_type=4');
    expect(statusIn(wrongType).blocking).toMatchObject([{ code: 'wrong_order_type' }]);
  });
});

describe('delivered to the client’s door', () => {
  const parcel = async (tracking: string) => {
    const { itemId } = await world.journey.repaired();
    const packed = await world.journey.bind([itemId], tracking, { to_client: true }, 'warehouse');
    await world.journey.sign(tracking, 'warehouse');
    return { itemId, packed };
  };
  const deliver = (tracking: string, more: object = {}, who: 'warehouse' | 'paris' | 'tokyo' = 'warehouse') =>
    call(who, 'POST', '/package/delivered', { tracking_no: tracking, proof: 'POD-77', ...more });

  it('ends at 16 with the proof, said once or twice', async () => {
    const { itemId, packed } = await parcel('DOOR-1');
    expect(packed).toMatchObject({ status: 200, data: { shipment: { to_client: true, to: null } } });
    expect((await deliver('DOOR-1')).code).toBe('shipment_not_sent');
    const sending = await call('warehouse', 'POST', '/factorypackage', { tracking_no: 'DOOR-1' });
    expect(sending.status).toBe(200);
    for (const bad of [
      { proof: '' },
      { delivered_on: '2999-01-01' },
      { delivered_on: 'now' },
      { rma_item_ids: [1] },
    ])
      expect((await deliver('DOOR-1', bad)).status).toBe(400);
    expect((await deliver('DOOR-1', { strokes: [] })).code).toBe('signature_required');
    const done = await deliver('DOOR-1', { delivered_on: '2026-11-19', strokes: STROKES, signer_name: 'C.' });
    expect(done.status).toBe(200);
    expect((await deliver('DOOR-1')).data).toEqual(done.data);
    const { events } = await world.api.world.store.readStream(`item-${itemId}`);
    const handed = events.filter((event) => event.type === 'ItemHandedOver');
    expect(handed).toHaveLength(1);
    expect(handed[0]?.data).toMatchObject({ how: 'delivered', carrierProof: 'POD-77 · 2026-11-19' });
    const { data } = await call('warehouse', 'POST', '/trackingrma', { tracking_number: 'DOOR-1' });
    expect(data).toMatchObject({
      shipment: { state: 'Received', received_count: 1 },
      items: [{ rma_status_id: 16, custody: { kind: 'customer' } }],
    });
  });

  it('may be said by the store of its pieces, by no other, and never of a package to a shop', async () => {
    await parcel('DOOR-2');
    await call('warehouse', 'POST', '/factorypackage', { tracking_no: 'DOOR-2' });
    expect((await deliver('DOOR-2', {}, 'tokyo')).status).toBe(404);
    expect((await deliver('DOOR-2', {}, 'paris')).status).toBe(200);
    const { itemId } = await world.journey.repaired();
    await world.journey.bind([itemId], 'SHOP-2', {}, 'warehouse');
    await world.journey.sign('SHOP-2', 'warehouse');
    await call('warehouse', 'POST', '/factorypackage', { tracking_no: 'SHOP-2' });
    expect((await deliver('SHOP-2')).code).toBe('wrong_destination');
  });

  it('is refused where the country lets no client be sent to', async () => {
    const closed = await world.api.world.db
      .selectFrom('shipping_fees')
      .select('country')
      .where('destination', '=', 'client')
      .where('allowed', '=', false)
      .executeTakeFirstOrThrow();
    const { itemId } = await world.journey.repaired({}, { country: closed.country });
    const refused = await world.journey.bind([itemId], 'DOOR-3', { to_client: true }, 'warehouse');
    expect([refused.status, refused.code]).toEqual([400, 'country_closed_to_clients']);
  });

  it('holds one client’s pieces alone', async () => {
    const [one, two] = [
      await world.journey.repaired(),
      await world.journey.repaired({}, { lastname: 'Moreau' }),
    ];
    await world.journey.bind([one.itemId, two.itemId], 'DOOR-4', { to_client: true }, 'warehouse');
    await world.journey.sign('DOOR-4', 'warehouse');
    const { blocking } = statusIn(await call('warehouse', 'GET', '/packagestatus?tracking_no=DOOR-4'));
    expect(blocking).toEqual([{ code: 'one_client_only', item_id: two.itemId, number: two.number }]);
  });
});
