import { describe, expect, it } from 'vitest';
import type { StatusId } from '../shared/status.ts';
import { lineOf, shipmentStatus } from '../shipping/shipment.ts';
import { receiveAstray } from './astray.ts';
import { markMissing } from './loss.ts';
import { FACTORY, FACTORY_2, PARIS, TOKYO, WAREHOUSE, World, at, depositItem, given } from './testing.ts';

/** Two pieces on their way from Paris to the warehouse, in a box that lies at a factory. */
const onTheWay = () =>
  new World()
    .deposit(
      100,
      [1, 2, 3].map((id) => depositItem(id)),
    )
    .pack(11, 1, PARIS, WAREHOUSE, [1, 2])
    .send(11);
const take =
  (itemId: number, siteId: number | null = FACTORY, mayArriveAs?: readonly StatusId[]) =>
  (world: World) => {
    const context = world.ctx({ ...at(FACTORY), siteId });
    return receiveAstray(
      world.shipment(11),
      itemId,
      { ...(mayArriveAs && { mayArriveAs }) },
      world.states,
      context,
    );
  };

describe('a box that was delivered to a site that is neither of its ends (product/shipping.md §9)', () => {
  it('gives its pieces up where they lie, one by one; the rest stays in it', () => {
    const world = onTheWay();
    given(world).when(take(1)).thenDone();
    expect(world.item(1)).toMatchObject({ status: 3, custody: { kind: 'site', siteId: FACTORY } });
    expect(world.item(2)).toMatchObject({ status: 2, custody: { kind: 'shipment', shipmentId: 11 } });
    expect(shipmentStatus(world.shipment(11))).toBe('PartlyReceived');
    given(world).when(take(2)).thenDone();
    expect(shipmentStatus(world.shipment(11))).toBe('Received');
  });

  it('finds a piece that its addressee has reported missing', () => {
    const world = onTheWay();
    world.run(markMissing(1, world.states, world.ctx(at(WAREHOUSE))));
    given(world).when(take(1)).thenDone();
    expect(world.item(1)).toMatchObject({ status: 3, holds: [] });
    expect(lineOf(world.shipment(11), 1)?.state).toBe('received');
  });

  it('says only to its finder that a piece is already received', () => {
    const world = onTheWay();
    world.after(take(1));
    given(world).when(take(1)).thenRejected('item_already_received');
    given(world).when(take(1, FACTORY_2)).thenRejected('not_found');
  });

  it.each([
    ['a piece that is not in the box', 3, FACTORY],
    ['a piece nobody has', 9, FACTORY],
    ['the sender', 1, PARIS],
    ['the addressee, who receives in the usual way', 1, WAREHOUSE],
    ['somebody who stands nowhere', 1, null],
  ])('answers like an unknown package: %s', (_name, itemId, siteId) => {
    const world = onTheWay();
    given(world).when(take(itemId, siteId)).thenRejected('not_found');
    expect(world.item(1)).toMatchObject({ status: 2, custody: { kind: 'shipment' } });
  });

  it('answers the same where its person may not let a piece arrive as what it becomes', () => {
    const world = onTheWay();
    given(world)
      .when(take(1, TOKYO, [15]))
      .thenRejected('not_found');
    expect(world.item(1)).toMatchObject({ status: 2 });
  });

  it('answers the same for a piece that travels in another box', () => {
    const world = onTheWay().pack(12, 1, PARIS, WAREHOUSE, [3]).send(12);
    given(world).when(take(3)).thenRejected('not_found');
  });

  it('answers the same while the box has not left', () => {
    const world = new World().deposit(100, [depositItem(1)]).pack(11, 1, PARIS, WAREHOUSE, [1]);
    given(world).when(take(1)).thenRejected('not_found');
  });
});
