import { describe, expect, it } from 'vitest';
import { shipmentStatus } from '../shipping/shipment.ts';
import { markFound, markMissing, settleLost } from './loss.ts';
import { receiveItem } from './receive.ts';
import { FACTORY, PARIS, World, at, depositItem, given, onPackage } from './testing.ts';

/** Three items of one deposit on their way to the factory. */
const onTheWay = () =>
  new World()
    .deposit(
      100,
      [1, 2, 3].map((id) => depositItem(id)),
    )
    .pack(11, 1, PARIS, FACTORY, [1, 2, 3])
    .send(11);
const state = (world: World, id = 11) => shipmentStatus(world.shipment(id));
const receive = (itemId: number) => (world: World) =>
  receiveItem(itemId, {}, world.states, world.ctx(at(FACTORY)));

describe('lifecycle of a package (product/shipping.md §1)', () => {
  it('goes Draft → Sealed → Sent → PartlyReceived → Received → Closed', () => {
    const world = new World()
      .deposit(100, [depositItem(1), depositItem(2)])
      .pack(11, 1, PARIS, FACTORY, [1, 2]);
    const seen = [state(world)];
    world.run(
      world.onPackage(11, { type: 'SealShipment', sealNumber: 'S', grossWeightGrams: 80 }, at(PARIS)),
    );
    seen.push(state(world));
    seen.push(state(world.send(11)));
    world.after(receive(1));
    seen.push(state(world));
    world.after(receive(2));
    seen.push(state(world));
    world.run(world.onPackage(11, { type: 'CloseShipment' }, at(FACTORY)));
    seen.push(state(world));
    expect(seen).toEqual(['Draft', 'Sealed', 'Sent', 'PartlyReceived', 'Received', 'Closed']);
    expect(world.shipment(11)).toMatchObject({ receivedAt: world.ctx(at(PARIS)).now });
  });

  it('is in discrepancy while something is missing, and received once it is found and taken in', () => {
    const world = onTheWay();
    world.after(receive(1));
    world.after(receive(2));
    world.run(markMissing(3, world.states, world.ctx(at(FACTORY))));
    expect(state(world)).toBe('Discrepancy');
    given(world)
      .when(onPackage(11, { type: 'CloseShipment' }, at(FACTORY)))
      .thenRejected('shipment_open_lines');
    given(world).when(receive(3)).thenRejected('held_missing');
    world.run(markFound(3, world.states, world.ctx(at(FACTORY))));
    given(world).when(receive(3)).thenDone();
    expect(state(world)).toBe('Received');
  });

  it('no longer waits for what is lost and settled', () => {
    const world = onTheWay();
    world.after(receive(1));
    world.after(receive(2));
    world.run(markMissing(3, world.states, world.ctx(at(FACTORY))));
    const settlement = {
      settlement: { amount: 1, currency: 'EUR' },
      reference: 'C',
      approvedBy: { userId: 1, workerId: null },
    };
    world.run(settleLost(3, settlement, world.states, world.ctx(at(FACTORY))));
    expect(state(world)).toBe('Received');
  });

  it('receives each piece once', () => {
    const world = given(onTheWay()).when(receive(1)).thenDone();
    given(world).when(receive(1)).thenRejected('item_already_received');
  });

  it('notes seal number and gross weight at the other end', () => {
    const world = onTheWay();
    const check = { type: 'CheckArrival', sealNumber: 'S-2', grossWeightGrams: 79.5 } as const;
    world.run(world.onPackage(11, check, at(FACTORY)));
    expect(world.shipment(11).arrival).toEqual({ sealNumber: 'S-2', grossWeightGrams: 79.5 });
  });
});
