import { describe, expect, it } from 'vitest';
import { priceOf } from '../shipping/price.ts';
import { bindItems, cancelShipment, unbindItems } from './packing.ts';
import { sendPackage } from './send.ts';
import { FACTORY, PARIS, TOKYO, World, at, depositItem, given } from './testing.ts';
import { worldAt } from './testing-stages.ts';

const EUR = (amount: number) => ({ amount, currency: 'EUR' });
const deposits = (count: number) =>
  new World().deposit(
    100,
    Array.from({ length: count }, (_, index) => depositItem(index + 1)),
  );
const bind =
  (itemIds: readonly number[], id = 11, site = PARIS) =>
  (world: World) =>
    bindItems(
      world.shipment(id),
      itemIds.map((itemId) => ({ itemId, price: EUR(100) })),
      world.states,
      world.ctx(at(site)),
    );

describe('binding to a draft', () => {
  it('takes what is bound already as done, also once the package is sent', () => {
    const world = deposits(1).pack(11, 1, PARIS, FACTORY, [1]).send(11);
    given(world)
      .when(bind([1]))
      .thenNothing();
  });

  it('takes what is bound already as done, and the rest or none', () => {
    const world = deposits(3).pack(11, 1, PARIS, FACTORY, [1]);
    given(world)
      .when(bind([1, 2]))
      .thenDone();
    given(world)
      .when(bind([1, 2]))
      .thenNothing();
    given(world)
      .when(bind([3, 99]))
      .thenRejected('not_found');
    expect(world.shipment(11).lines.map(({ itemId }) => itemId)).toEqual([1, 2]);
    expect(world.item(3).legs.current).toBeNull();
  });

  it('binds an item to one package at a time', () => {
    const world = deposits(2).pack(11, 1, PARIS, FACTORY, [1]).pack(12, 1, PARIS, FACTORY, [2]);
    given(world)
      .when(bind([1], 12))
      .thenRejected('item_bound_elsewhere', { item_id: 1, status: 1, tracking_no: 'TRK-11' });
  });

  it('binds only what has the right status at the origin', () => {
    given(worldAt(3).pack(12, 1, PARIS, FACTORY, []))
      .when(bind([1], 12))
      .thenRejected('illegal_transition');
    const elsewhere = new World()
      .deposit(100, [depositItem(1)], { storeId: TOKYO })
      .pack(12, 1, PARIS, FACTORY, []);
    given(elsewhere)
      .when(bind([1], 12))
      .thenRejected('custody_elsewhere');
  });

  it('breaks the seal when contents change, and says so', () => {
    const world = deposits(2).pack(11, 1, PARIS, FACTORY, [1]);
    const seal = { type: 'SealShipment', sealNumber: 'S', grossWeightGrams: 12 } as const;
    world.run(world.onPackage(11, seal, at(PARIS)));
    given(world)
      .when(bind([2]))
      .thenDone();
    expect(world.shipment(11)).toMatchObject({ stage: 'draft', sealNumber: null });
    world.run(world.onPackage(11, seal, at(PARIS)));
    world.run(unbindItems(world.shipment(11), [2, 2], world.ctx(at(PARIS))));
    expect(world.shipment(11)).toMatchObject({ stage: 'draft', lines: [{ itemId: 1 }] });
    expect(world.item(2).legs.current).toBeNull();
  });

  it('cannot change a package that is gone', () => {
    const world = worldAt(2).deposit(101, [depositItem(2)]);
    given(world)
      .when(bind([2]))
      .thenRejected('tracking_used');
    given(world)
      .when(() => unbindItems(world.shipment(11), [1], world.ctx(at(PARIS))))
      .thenRejected('shipment_not_draft');
  });

  it('unbinds only what is in it', () => {
    const world = deposits(2).pack(11, 1, PARIS, FACTORY, [1]);
    given(world)
      .when(() => unbindItems(world.shipment(11), [2], world.ctx(at(PARIS))))
      .thenRejected('item_not_bound', { item_id: 2 });
  });

  it('frees the items of a cancelled package, whose number stays used', () => {
    const world = deposits(2).pack(11, 1, PARIS, FACTORY, [1, 2]);
    given(world)
      .when(() => cancelShipment(world.shipment(11), ' ', world.ctx(at(PARIS))))
      .thenRejected('reason_required');
    world.run(cancelShipment(world.shipment(11), 'wrong address', world.ctx(at(PARIS))));
    expect([world.item(1).legs.current, world.item(2).legs.current]).toEqual([null, null]);
    given(world)
      .when(bind([1]))
      .thenRejected('shipment_cancelled');
    given(world)
      .when(() =>
        sendPackage(world.shipment(11), { trackingUsed: false }, world.states, world.ctx(at(PARIS))),
      )
      .thenRejected('shipment_cancelled');
  });
});

describe('package price: a line per item, quantity 1, currency, total (product/shipping.md §3)', () => {
  it('adds up', () => {
    const world = deposits(2).pack(11, 1, PARIS, FACTORY, [1, 2], EUR(1250));
    expect(priceOf(world.shipment(11))).toEqual({
      ok: true,
      currency: 'EUR',
      lines: [
        { itemId: 1, sku: 'RING-1', quantity: 1, amount: 1250 },
        { itemId: 2, sku: 'RING-1', quantity: 1, amount: 1250 },
      ],
      total: 2500,
    });
  });

  it('is unknown for an empty package', () => {
    expect(priceOf(new World().pack(11, 1, PARIS, FACTORY, []).shipment(11))).toEqual({
      ok: false,
      unknown: [],
    });
  });
});
