import { describe, expect, it } from 'vitest';
import type { ItemCommand } from '../repair/commands.ts';
import { markMissing } from './loss.ts';
import { at, depositItem, FACTORY, FACTORY_2, PARIS, World, worldAt } from './testing.ts';
import type { TransferOrder } from './transfer.ts';
import { sendTransfer } from './transfer.ts';

const EUR = { amount: 100, currency: 'EUR' };
const SIGNED = 'a'.repeat(64);
const toFactory2 = (itemIds: readonly number[], given: Partial<TransferOrder> = {}): TransferOrder => ({
  shipmentId: 31,
  trackingNumber: 'TR-31',
  origin: FACTORY,
  factory: FACTORY_2,
  items: itemIds.map((itemId) => ({ itemId, price: EUR })),
  signature: SIGNED,
  fromBasket: false,
  outside: {},
  ...given,
});
const send = (world: World, order: TransferOrder) =>
  world.try(sendTransfer(order, world.journey, world.ctx(at(FACTORY))));
const tell = (world: World, command: ItemCommand, site = FACTORY) =>
  world.try(world.on(1, command, at(site)));
const blocked = (...codes: readonly string[]) => ({
  code: 'cannot_send',
  details: {
    can_send: false,
    blocking: codes.map((code) => ({ code, item_id: 1, number: 'PAR-000001' })),
  },
});

describe('a transfer opens, binds, signs and sends in one decision (product/transfer.md §3)', () => {
  it.each([3, 17] as const)('takes a piece from %d to 18, and custody goes with the package', (status) => {
    const world = worldAt(status);
    expect(send(world, toFactory2([1]))).toBeNull();
    expect(world.item(1)).toMatchObject({
      status: 18,
      custody: { kind: 'shipment', shipmentId: 31, from: FACTORY, to: FACTORY_2 },
    });
    expect(world.shipment(31)).toMatchObject({ stage: 'sent', orderType: 3, destination: FACTORY_2 });
  });

  it.each([1, 2, 4, 13, 19] as const)('refuses a piece at %d, and says which one', (status) => {
    expect(send(worldAt(status), toFactory2([1]))).toMatchObject({ code: 'cannot_send' });
  });

  it('needs a signature, now or before', () => {
    const world = worldAt(17);
    const unsigned = toFactory2([1], { signature: null });
    expect(send(world, unsigned)).toMatchObject({
      code: 'cannot_send',
      details: { blocking: [{ code: 'signature_required', item_id: null }] },
    });
    const packed = worldAt(17).pack(31, 3, FACTORY, FACTORY_2, [1]);
    const { trackingNumber } = packed.shipment(31);
    expect(send(packed, { ...unsigned, trackingNumber })).toBeNull();
  });

  it('needs every price', () => {
    const unpriced = toFactory2([], { items: [{ itemId: 1, price: null }] });
    expect(send(worldAt(17), unpriced)).toEqual(blocked('price_unknown'));
  });

  it('sends all or nothing: one piece that is missing keeps the others', () => {
    const world = worldAt(17);
    world.run(markMissing(1, world.journey, world.ctx(at(FACTORY))));
    expect(send(world, toFactory2([1]))).toEqual(blocked('held_missing'));
    expect(world.item(1).status).toBe(17);
  });

  it('refuses what is packed elsewhere', () => {
    const world = worldAt(17).pack(40, 3, FACTORY, FACTORY_2, [1]);
    expect(send(world, toFactory2([1]))).toEqual(blocked('item_bound_elsewhere'));
  });

  it('is a success without events when repeated, and refuses the number for anything else', () => {
    const world = worldAt(17);
    const order = toFactory2([1]);
    send(world, order);
    const again = sendTransfer(order, world.journey, world.ctx(at(FACTORY)));
    expect(again).toEqual({ ok: true, streams: [] });
    expect(send(world, toFactory2([2]))).toMatchObject({ code: 'tracking_used' });
    expect(send(world, toFactory2([1], { factory: PARIS }))).toMatchObject({ code: 'tracking_used' });
    expect(send(world, toFactory2([1], { trackingNumber: 'OLD' }))).toMatchObject({ code: 'tracking_used' });
  });

  it('is no repeat where the number is that of a cancelled package, of another kind, or of fewer pieces', () => {
    const order = toFactory2([1]);
    const sent = worldAt(17);
    send(sent, order);
    for (const other of [{ stage: 'cancelled' }, { orderType: 1 }, { lines: [] }] as const) {
      const world = worldAt(17);
      world.shipments.set(31, { ...sent.shipment(31), ...other });
      expect(send(world, order)).toMatchObject({ code: 'tracking_used' });
    }
  });

  it('refuses its own site as the destination', () => {
    expect(send(worldAt(17), toFactory2([1], { factory: FACTORY }))).toMatchObject({
      code: 'wrong_destination',
    });
  });

  it('out of the basket only what lies in it, for this factory', () => {
    const world = worldAt(17);
    const order = toFactory2([1], { fromBasket: true });
    expect(send(world, order)).toEqual(blocked('not_in_basket'));
    expect(tell(world, { type: 'FlagForTransfer', toSiteId: FACTORY_2 })).toBeNull();
    expect(send(world, order)).toBeNull();
  });
});

describe('need and basket (product/transfer.md §1)', () => {
  it('keeps the reason through 3 and 17, and forgets both once the piece goes on', () => {
    const world = worldAt(3);
    tell(world, { type: 'NeedTransfer', reason: ' enamel ' });
    tell(world, { type: 'FlagForTransfer', toSiteId: FACTORY_2 });
    tell(world, { type: 'ChangeItemStatus', target: 17 });
    expect(world.item(1)).toMatchObject({ transfer: { need: { reason: 'enamel' }, to: FACTORY_2 } });
    tell(world, { type: 'ChangeItemStatus', target: 4 });
    expect(world.item(1)).toMatchObject({ transfer: { need: null, to: null } });
  });

  it('a cleared basket leaves the need in the inbox; a withdrawn need leaves the basket too', () => {
    const world = worldAt(17);
    tell(world, { type: 'NeedTransfer', reason: 'enamel' });
    tell(world, { type: 'FlagForTransfer', toSiteId: FACTORY_2 });
    tell(world, { type: 'UnflagTransfer' });
    expect(world.item(1)).toMatchObject({ transfer: { need: { reason: 'enamel' }, to: null } });
    tell(world, { type: 'FlagForTransfer', toSiteId: FACTORY_2 });
    tell(world, { type: 'WithdrawTransferNeed' });
    expect(world.item(1)).toMatchObject({ transfer: { need: null, to: null } });
  });

  it('wants a reason, the right status, and the piece at hand', () => {
    const need: ItemCommand = { type: 'NeedTransfer', reason: 'enamel' };
    expect(tell(worldAt(17), { ...need, reason: ' ' })).toMatchObject({ code: 'reason_required' });
    expect(tell(worldAt(4), need)).toMatchObject({ code: 'illegal_transition' });
    expect(tell(worldAt(17), need, FACTORY_2)).toMatchObject({ code: 'custody_elsewhere' });
    const deposited = new World().deposit(100, [depositItem(1)]);
    expect(tell(deposited, need, PARIS)).toMatchObject({ code: 'illegal_transition' });
  });
});
