import { describe, expect, it } from 'vitest';
import { shipmentStatus } from '../shipping/shipment.ts';
import { canSend } from './can-send.ts';
import { deliverToClient } from './deliver.ts';
import { markMissing } from './loss.ts';
import { FACTORY, PARIS, World, at, depositItem, given } from './testing.ts';

const repaired = (world: World, id: number) => {
  world.pack(id * 10, 1, PARIS, FACTORY, [id]).send(id * 10);
  for (const target of [3, 4, 6, 12, 13] as const) world.run(world.move(id, target, at(FACTORY)));
};
/** Two pieces of one client, packed for the client's own door. */
const parcel = () => {
  const world = new World().deposit(100, [depositItem(1), depositItem(2)]);
  for (const id of [1, 2]) repaired(world, id);
  return world.pack(50, 2, FACTORY, null, [1, 2]);
};
const deliver =
  (more: { itemIds?: number[]; proof?: string; site?: number } = {}) =>
  (world: World) =>
    deliverToClient(
      world.shipment(50),
      { itemIds: more.itemIds ?? null, proof: more.proof ?? 'POD 1', signature: 'sign' },
      world.states,
      world.ctx(at(more.site ?? FACTORY)),
    );

describe('a parcel at the client’s door', () => {
  it('ends every piece with its client, with the carrier’s proof, and the package with them', () => {
    const world = parcel().send(50);
    given(world).when(deliver()).thenDone();
    for (const id of [1, 2])
      expect(world.item(id)).toMatchObject({ status: 16, custody: { kind: 'customer' } });
    expect(shipmentStatus(world.shipment(50))).toBe('Received');
    expect(world.logs.get('item-1')?.find(({ type }) => type === 'ItemHandedOver')?.data).toMatchObject({
      how: 'delivered',
      carrierProof: 'POD 1',
      signature: 'sign',
    });
  });

  it('is the same success said twice', () => {
    const world = parcel().send(50);
    world.after(deliver());
    given(world)
      .when(deliver({ proof: 'POD 2' }))
      .thenNothing();
  });

  it('may come piece by piece; a missing one stops its own delivery', () => {
    const world = parcel().send(50);
    world.run(markMissing(2, world.states, world.ctx(at(FACTORY))));
    given(world).when(deliver()).thenRejected('held_missing', { item_id: 2, target: 16 });
    expect(world.item(1).status).toBe(14);
    given(world)
      .when(deliver({ itemIds: [1] }))
      .thenDone();
    expect(world.item(1).status).toBe(16);
    expect(shipmentStatus(world.shipment(50))).toBe('Discrepancy');
  });

  it('needs the proof, a package that was sent, and its own pieces', () => {
    const world = parcel();
    given(world).when(deliver()).thenRejected('shipment_not_sent');
    world.send(50);
    const cancelled = parcel();
    cancelled.shipments.set(50, { ...cancelled.shipment(50), stage: 'cancelled' });
    given(cancelled).when(deliver()).thenRejected('shipment_cancelled');
    given(world)
      .when(deliver({ proof: ' ' }))
      .thenRejected('carrier_proof_required');
    given(world)
      .when(deliver({ itemIds: [9] }))
      .thenRejected('item_not_bound');
  });

  it('is no way out of a package that goes to a shop', () => {
    const world = new World().deposit(100, [depositItem(1)]);
    repaired(world, 1);
    world.pack(50, 2, FACTORY, PARIS, [1]).send(50);
    given(world).when(deliver()).thenRejected('wrong_destination');
  });

  it('holds one client’s pieces alone', () => {
    const world = new World()
      .deposit(100, [depositItem(1)])
      .deposit(200, [depositItem(2)], { customerRef: 'customer-200' });
    for (const id of [1, 2]) repaired(world, id);
    world.pack(50, 2, FACTORY, null, [1, 2]);
    const { blocking } = canSend(world.shipment(50), world.items, false);
    expect(blocking).toEqual([{ code: 'one_client_only', itemId: 2 }]);
  });
});
