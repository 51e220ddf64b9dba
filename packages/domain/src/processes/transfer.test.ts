import { describe, expect, it } from 'vitest';
import type { Rejection, RejectionCode } from '../rejection.ts';
import type { ItemCommand } from '../repair/item/commands.ts';
import { markMissing } from './loss.ts';
import { FACTORY, FACTORY_2, PARIS, World, at, depositItem, given } from './testing.ts';
import { worldAt } from './testing-stages.ts';
import { type TransferOrder, sendTransfer } from './transfer.ts';

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
const send = (order: TransferOrder) => (world: World) =>
  sendTransfer(order, world.states, world.ctx(at(FACTORY)));
const command =
  (asked: ItemCommand, site = FACTORY) =>
  (world: World) =>
    world.on(1, asked, at(site));
const blocked = (...codes: readonly RejectionCode[]): Rejection => ({
  code: 'cannot_send',
  details: {
    can_send: false,
    blocking: codes.map((code) => ({ code, item_id: 1, number: 'PAR-000001' })),
  },
});

describe('a transfer opens, binds, signs and sends in one decision (product/transfer.md §3)', () => {
  it.each([3, 17] as const)('takes a piece from %d to 18, and custody goes with the package', (status) => {
    const world = worldAt(status);
    given(world)
      .when(send(toFactory2([1])))
      .thenDone();
    expect(world.item(1)).toMatchObject({
      status: 18,
      custody: { kind: 'shipment', shipmentId: 31, from: FACTORY, to: FACTORY_2 },
    });
    expect(world.shipment(31)).toMatchObject({ stage: 'sent', orderType: 3, destination: FACTORY_2 });
  });

  it.each([1, 2, 4, 13, 19] as const)('refuses a piece at %d, and says which one', (status) => {
    given(worldAt(status))
      .when(send(toFactory2([1])))
      .thenRejected('cannot_send');
  });

  it('needs a signature, now or before', () => {
    const world = worldAt(17);
    const unsigned = toFactory2([1], { signature: null });
    given(world)
      .when(send(unsigned))
      .thenRejected('cannot_send', {
        can_send: false,
        blocking: [{ code: 'signature_required', item_id: null, number: null }],
      });
    const packed = worldAt(17).pack(31, 3, FACTORY, FACTORY_2, [1]);
    const { trackingNumber } = packed.shipment(31);
    given(packed)
      .when(send({ ...unsigned, trackingNumber }))
      .thenDone();
  });

  it('goes on with its own draft alone: from here, of this kind, with nothing that is not asked for', () => {
    const packed = () => worldAt(17).pack(31, 3, FACTORY, FACTORY_2, [1]);
    const { trackingNumber } = packed().shipment(31);
    for (const other of [{ origin: PARIS }, { orderType: 1 }] as const) {
      const world = packed();
      world.shipments.set(31, { ...world.shipment(31), ...other });
      given(world)
        .when(send(toFactory2([1], { trackingNumber })))
        .thenRejected('tracking_used');
    }
    given(packed())
      .when(send(toFactory2([2], { trackingNumber })))
      .thenRejected('tracking_used');
  });

  it('needs every price', () => {
    const unpriced = toFactory2([], { items: [{ itemId: 1, price: null }] });
    given(worldAt(17)).when(send(unpriced)).thenRejected(blocked('price_unknown'));
  });

  it('sends all or nothing: one piece that is missing keeps the others', () => {
    const world = worldAt(17);
    world.run(markMissing(1, world.states, world.ctx(at(FACTORY))));
    given(world)
      .when(send(toFactory2([1])))
      .thenRejected(blocked('held_missing'));
    expect(world.item(1).status).toBe(17);
  });

  it('refuses what is packed elsewhere', () => {
    const world = worldAt(17).pack(40, 3, FACTORY, FACTORY_2, [1]);
    given(world)
      .when(send(toFactory2([1])))
      .thenRejected(blocked('item_bound_elsewhere'));
  });

  it('is a success without events when repeated, and refuses the number for anything else', () => {
    const world = worldAt(17);
    const order = toFactory2([1]);
    world.after(send(order));
    const again = sendTransfer(order, world.states, world.ctx(at(FACTORY)));
    expect(again).toEqual({ ok: true, streams: [] });
    given(world)
      .when(send(toFactory2([2])))
      .thenRejected('tracking_used');
    given(world)
      .when(send(toFactory2([1], { factory: PARIS })))
      .thenRejected('tracking_used');
    given(world)
      .when(send(toFactory2([1], { trackingNumber: 'OLD' })))
      .thenRejected('tracking_used');
  });

  it('is no repeat where the number is that of a cancelled package, of another kind, or of fewer pieces', () => {
    const order = toFactory2([1]);
    const sent = worldAt(17);
    sent.after(send(order));
    for (const other of [{ stage: 'cancelled' }, { orderType: 1 }, { lines: [] }] as const) {
      const world = worldAt(17);
      world.shipments.set(31, { ...sent.shipment(31), ...other });
      given(world).when(send(order)).thenRejected('tracking_used');
    }
  });

  it('refuses its own site as the destination', () => {
    given(worldAt(17))
      .when(send(toFactory2([1], { factory: FACTORY })))
      .thenRejected('wrong_destination');
  });

  it('out of the basket only what lies in it, for this factory', () => {
    const world = worldAt(17);
    const order = toFactory2([1], { fromBasket: true });
    given(world).when(send(order)).thenRejected(blocked('not_in_basket'));
    given(world)
      .when(command({ type: 'FlagForTransfer', toSiteId: FACTORY_2 }))
      .thenDone();
    given(world).when(send(order)).thenDone();
  });
});

describe('need and basket (product/transfer.md §1)', () => {
  it('keeps the reason through 3 and 17, and forgets both once the piece goes on', () => {
    const world = worldAt(3);
    world.after(command({ type: 'NeedTransfer', reason: ' enamel ' }));
    world.after(command({ type: 'FlagForTransfer', toSiteId: FACTORY_2 }));
    world.after(command({ type: 'ChangeItemStatus', target: 17 }));
    expect(world.item(1)).toMatchObject({ transfer: { need: { reason: 'enamel' }, to: FACTORY_2 } });
    world.after(command({ type: 'ChangeItemStatus', target: 4 }));
    expect(world.item(1)).toMatchObject({ transfer: { need: null, to: null } });
  });

  it('a cleared basket leaves the need in the inbox; a withdrawn need leaves the basket too', () => {
    const world = worldAt(17);
    world.after(command({ type: 'NeedTransfer', reason: 'enamel' }));
    world.after(command({ type: 'FlagForTransfer', toSiteId: FACTORY_2 }));
    world.after(command({ type: 'UnflagTransfer' }));
    expect(world.item(1)).toMatchObject({ transfer: { need: { reason: 'enamel' }, to: null } });
    world.after(command({ type: 'FlagForTransfer', toSiteId: FACTORY_2 }));
    world.after(command({ type: 'WithdrawTransferNeed' }));
    expect(world.item(1)).toMatchObject({ transfer: { need: null, to: null } });
  });

  it('wants a reason, the right status, and the piece at hand', () => {
    const need: ItemCommand = { type: 'NeedTransfer', reason: 'enamel' };
    given(worldAt(17))
      .when(command({ ...need, reason: ' ' }))
      .thenRejected('reason_required');
    given(worldAt(4)).when(command(need)).thenRejected('illegal_transition');
    given(worldAt(17)).when(command(need, FACTORY_2)).thenRejected('custody_elsewhere');
    const deposited = new World().deposit(100, [depositItem(1)]);
    given(deposited).when(command(need, PARIS)).thenRejected('illegal_transition');
  });
});
