import { describe, expect, it } from 'vitest';
import { canSend } from './can-send.ts';
import { sendPackage, type SendOrder } from './send.ts';
import { markMissing } from './loss.ts';
import {
  FACTORY,
  FACTORY_2,
  PARIS,
  TOKYO,
  WAREHOUSE,
  World,
  at,
  depositItem,
  given,
  onPackage,
} from './testing.ts';
import { worldAt } from './testing-stages.ts';

const EUR = (amount: number) => ({ amount, currency: 'EUR' });
const deposits = (count: number) =>
  new World().deposit(
    100,
    Array.from({ length: count }, (_, index) => depositItem(index + 1)),
  );
const blocks = (world: World, id = 11, trackingUsed = false) =>
  canSend(world.shipment(id), world.items, trackingUsed).blocking.map(({ code, itemId }) =>
    itemId === null ? code : `${code}:${itemId}`,
  );
const send =
  (id = 11, order: Partial<SendOrder> = {}, site = PARIS) =>
  (world: World) =>
    sendPackage(world.shipment(id), { trackingUsed: false, ...order }, world.states, world.ctx(at(site)));
describe('can_send lists everything that blocks (product/shipping.md §4)', () => {
  it('is ready when bound, priced, signed and fitting', () => {
    const world = deposits(2).pack(11, 1, PARIS, FACTORY, [1, 2]);
    expect(canSend(world.shipment(11), world.items, false)).toEqual({ canSend: true, blocking: [] });
  });

  it('asks for items and a signature', () => {
    const world = deposits(1);
    const open = {
      shipmentId: 11,
      trackingNumber: 'T',
      orderType: 1,
      origin: PARIS,
      destination: FACTORY,
    } as const;
    world.run(
      world.onPackage(11, { type: 'OpenShipment', ...open, carrier: null, trackingUsed: false }, at(PARIS)),
    );
    expect(blocks(world)).toEqual(['no_items', 'signature_required']);
  });

  it('asks for the price of every item, in one currency', () => {
    const world = deposits(3).pack(11, 1, PARIS, FACTORY, [1, 2, 3], null);
    expect(blocks(world)).toEqual(['price_unknown:1', 'price_unknown:2', 'price_unknown:3']);
    const price = (itemId: number, currency: string) =>
      world.run(
        world.onPackage(11, { type: 'PriceItem', itemId, price: { amount: 5, currency } }, at(PARIS)),
      );
    price(1, 'EUR');
    price(2, 'EUR');
    price(3, 'JPY');
    expect(blocks(world)).toEqual(['price_unknown:3']);
    price(3, 'EUR');
    expect(blocks(world)).toEqual([]);
  });

  it('says when the tracking number is used by another package', () => {
    expect(blocks(deposits(1).pack(11, 1, PARIS, FACTORY, [1]), 11, true)).toEqual(['tracking_used']);
  });

  it.each([
    ['draft', []],
    ['sealed', []],
    ['cancelled', ['shipment_cancelled']],
    ['sent', ['tracking_used']],
    ['closed', ['tracking_used']],
  ] as const)('of a package that is %s: %j', (stage, codes) => {
    const world = deposits(1).pack(11, 1, PARIS, FACTORY, [1]);
    world.shipments.set(11, { ...world.shipment(11), stage });
    expect(blocks(world)).toEqual(codes);
  });

  it('looks at the holds that stop its own move only', () => {
    const world = deposits(2);
    world.run(world.on(1, { type: 'PlaceHold', hold: 'approval', reason: 'x' }, at(PARIS)));
    world.run(world.on(1, { type: 'PlaceHold', hold: 'dispute', reason: 'x' }, at(PARIS)));
    world.pack(11, 1, PARIS, FACTORY, [1, 2]);
    world.run(markMissing(2, world.states, world.ctx(at(PARIS))));
    expect(blocks(world)).toEqual(['held_missing:2']);
  });

  it('sees an item that left its status meanwhile', () => {
    const world = worldAt(13).pack(12, 2, FACTORY, PARIS, [1]);
    world.items.set(1, worldAt(12).item(1));
    expect(blocks(world, 12)).toEqual(['illegal_transition:1']);
  });

  it('asks for the fee before a delivery to the client, not before a shop', () => {
    const item = { purchaseDate: '2020-01-01' };
    const shop = worldAt(13, item).pack(12, 2, FACTORY, PARIS, [1]);
    expect(blocks(shop, 12)).toEqual([]);
    const client = worldAt(13, item).pack(12, 2, FACTORY, null, [1]);
    expect(blocks(client, 12)).toEqual(['fee_not_paid:1']);
    client.run(
      client.on(1, { type: 'RecordPayment', paid: EUR(5000), means: 'card', reference: null }, at(PARIS)),
    );
    expect(blocks(client, 12)).toEqual([]);
  });

  it('sends a jewel home to its own store only', () => {
    const world = worldAt(13);
    expect(() => world.pack(12, 2, FACTORY, TOKYO, [1])).toThrow('wrong_destination');
  });
});

describe('sending (product/shipping.md §4)', () => {
  it('moves the package and all its items in one decision', () => {
    const world = deposits(3).pack(11, 1, PARIS, FACTORY, [1, 2, 3]);
    const decision = sendPackage(
      world.shipment(11),
      { trackingUsed: false },
      world.states,
      world.ctx(at(PARIS)),
    );
    expect(decision.ok && decision.streams.map(({ streamId }) => streamId)).toEqual([
      'shipment-11',
      'item-1',
      'item-2',
      'item-3',
    ]);
    world.run(decision);
    for (const id of [1, 2, 3]) {
      expect(world.item(id)).toMatchObject({ status: 2, custody: { kind: 'shipment', shipmentId: 11 } });
    }
  });

  it('asks can_send again inside, and changes nothing when it says no', () => {
    const world = deposits(2).pack(11, 1, PARIS, FACTORY, [1, 2], null);
    given(world)
      .when(send())
      .thenRejected('cannot_send', {
        can_send: false,
        blocking: [
          { code: 'price_unknown', item_id: 1, number: 'PAR-000001' },
          { code: 'price_unknown', item_id: 2, number: 'PAR-000002' },
        ],
      });
    expect(world.item(1).status).toBe(1);
  });

  it('is idempotent: sending what is sent does nothing and is no failure', () => {
    const world = worldAt(2);
    const decision = sendPackage(
      world.shipment(11),
      { trackingUsed: false },
      world.states,
      world.ctx(at(PARIS)),
    );
    expect(decision).toEqual({ ok: true, streams: [] });
  });

  it('is idempotent also once the package is closed', () => {
    const world = worldAt(3).after(onPackage(11, { type: 'CloseShipment' }, at(FACTORY)));
    given(world).when(send()).thenNothing();
  });

  it('takes seal, weight, carrier and another destination along', () => {
    const world = deposits(1).pack(11, 1, PARIS, FACTORY, [1]);
    const order = { destination: WAREHOUSE, carrier: 'DHL', sealNumber: 'S-9', grossWeightGrams: 410.5 };
    given(world).when(send(11, order)).thenDone();
    expect(world.shipment(11)).toMatchObject(order);
    expect(world.item(1).custody).toMatchObject({ to: WAREHOUSE });
  });

  it('is for the site that packed it', () => {
    given(deposits(1).pack(11, 1, PARIS, FACTORY, [1]))
      .when(send(11, {}, TOKYO))
      .thenRejected('custody_elsewhere');
  });

  it('goes to a client’s door with finished pieces only, and never to its own origin', () => {
    const world = deposits(1).pack(11, 1, PARIS, FACTORY, [1]);
    given(world)
      .when(send(11, { destination: null }))
      .thenRejected('wrong_destination');
    given(world)
      .when(send(11, { destination: PARIS }))
      .thenRejected('wrong_destination');
  });

  it('sends on to another factory: 3 or 17 → 18 → 19', () => {
    const world = worldAt(17);
    world.run(world.on(1, { type: 'FlagForTransfer', toSiteId: FACTORY_2 }, at(FACTORY)));
    world.pack(13, 3, FACTORY, FACTORY_2, [1]).send(13);
    expect(world.item(1)).toMatchObject({ status: 18, transfer: { to: FACTORY_2 } });
    world.run(world.move(1, 19, at(FACTORY_2)));
    expect(world.item(1)).toMatchObject({
      status: 19,
      transfer: { to: null },
      custody: { siteId: FACTORY_2 },
    });
  });
});
