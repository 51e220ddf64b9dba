import { describe, expect, it } from 'vitest';
import { toShipmentRow } from '../shipping/row.ts';
import { markMissing } from './loss.ts';
import { receiveItem } from './receive.ts';
import { changeTracking } from './renumber.ts';
import { unsendPackage } from './send.ts';
import { FACTORY, PARIS, World, at, depositItem, given } from './testing.ts';

const packed = () =>
  new World().deposit(100, [depositItem(1), depositItem(2)]).pack(11, 1, PARIS, FACTORY, [1, 2]);
const rename =
  (trackingNumber = 'NEW-1', more: { used?: boolean; site?: number } = {}) =>
  (world: World) =>
    changeTracking(
      world.shipment(11),
      { trackingNumber, trackingUsed: more.used ?? false, reason: 'relabelled' },
      world.states,
      world.ctx(at(more.site ?? PARIS)),
    );
const legs = (world: World) => [1, 2].map((id) => world.item(id).legs.current?.trackingNumber);

describe('another tracking number for a package', () => {
  it('is taken before it leaves, by the package and all its pieces', () => {
    const world = packed();
    given(world).when(rename()).thenDone();
    expect(toShipmentRow(world.shipment(11))).toMatchObject({
      tracking_number: 'NEW-1',
      former_tracking_numbers: ['TRK-11'],
    });
    expect(legs(world)).toEqual(['NEW-1', 'NEW-1']);
  });

  it('is taken on the way, and named by what the items travelled with', () => {
    const world = packed().send(11);
    given(world).when(rename()).thenDone();
    expect(world.item(1).legs.travelled.map((leg) => leg.trackingNumber)).toEqual(['NEW-1']);
    expect(legs(world)).toEqual(['NEW-1', 'NEW-1']);
  });

  it('holds when the package is taken back and sent again', () => {
    const world = packed().send(11);
    world.after(rename());
    world.run(unsendPackage(world.shipment(11), 'x', world.states, world.ctx(at(PARIS))));
    expect(legs(world)).toEqual(['NEW-1', 'NEW-1']);
    world.send(11);
    expect(world.item(2).legs.travelled.map((leg) => leg.trackingNumber)).toEqual(['NEW-1']);
  });

  it('keeps every number it had, and may reuse one of them', () => {
    const world = packed();
    world.after(rename('NEW-1'));
    world.after(rename('NEW-2'));
    expect(world.shipment(11).formerNumbers).toEqual(['TRK-11', 'NEW-1']);
    given(world).when(rename('TRK-11')).thenDone();
    expect(world.shipment(11)).toMatchObject({
      trackingNumber: 'TRK-11',
      formerNumbers: ['NEW-1', 'NEW-2'],
    });
  });

  it('is no change when it is the one it has', () => {
    given(packed())
      .when(rename('TRK-11', { site: FACTORY }))
      .thenNothing();
  });

  it('is refused when another package has or had it, or at another place', () => {
    const world = packed();
    given(world)
      .when(rename('NEW-1', { used: true }))
      .thenRejected('tracking_used');
    given(world)
      .when(rename('NEW-1', { site: FACTORY }))
      .thenRejected('custody_elsewhere');
    expect(legs(world)).toEqual(['TRK-11', 'TRK-11']);
  });

  it('is too late once a piece was received; a missing piece does not stop it', () => {
    const world = packed().send(11);
    world.run(markMissing(2, world.states, world.ctx(at(FACTORY))));
    given(world).when(rename('NEW-1')).thenDone();
    world.run({ ...receive(world), ok: true });
    given(world).when(rename('NEW-2')).thenRejected('shipment_has_receipts');
  });
});

function receive(world: World) {
  const steps = receiveItem(1, {}, world.states, world.ctx(at(FACTORY)));
  if (!steps.ok) throw new Error(steps.rejection.code);
  return steps;
}
