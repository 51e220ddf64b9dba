import { describe, expect, it } from 'vitest';
import { sendPackage } from '../processes/send.ts';
import { FACTORY, PARIS, WAREHOUSE, World, at, depositItem, given, onPackage } from '../processes/testing.ts';
import { worldAt } from '../processes/testing-stages.ts';
import { Status } from '../shared/status.ts';

const packed = () => new World().deposit(100, [depositItem(1)]).pack(11, 1, PARIS, FACTORY, [1]);
const route = (way: { destination?: number | null; carrier?: string | null }) => (world: World) =>
  world.onPackage(11, { type: 'RouteShipment', ...way }, at(PARIS));
const types = (world: World) => world.logs.get('shipment-11')?.map((event) => event.type);

describe('the way of a package', () => {
  it('changes until it is sent: what is left out stays', () => {
    const world = packed();
    given(world)
      .when(route({ carrier: 'DHL' }))
      .thenDone();
    given(world)
      .when(route({ destination: WAREHOUSE }))
      .thenDone();
    expect(world.shipment(11)).toMatchObject({ destination: WAREHOUSE, carrier: 'DHL' });
    given(world)
      .when(route({ carrier: 'DHL' }))
      .thenNothing();
    expect(types(world)?.filter((type) => type === 'ShipmentRouted')).toHaveLength(2);
    given(world.send(11))
      .when(route({ carrier: 'UPS' }))
      .thenRejected('shipment_not_draft');
  });

  it('never leads back to where it begins, and to a client only with a finished piece', () => {
    given(packed())
      .when(route({ destination: PARIS }))
      .thenRejected('wrong_destination');
    given(packed())
      .when(route({ destination: null }))
      .thenRejected('wrong_destination');
    const home = worldAt(Status.RepairDone).pack(12, 2, FACTORY, PARIS, [1]);
    given(home)
      .when(onPackage(12, { type: 'RouteShipment', destination: null }, at(FACTORY)))
      .thenDone();
    expect(home.shipment(12).destination).toBeNull();
  });
});

describe('what was sealed', () => {
  it('keeps its number when the sending names only the weight', () => {
    const world = packed();
    world.run(
      world.onPackage(11, { type: 'SealShipment', sealNumber: 'S-1', grossWeightGrams: 80 }, at(PARIS)),
    );
    const order = { trackingUsed: false, grossWeightGrams: 90 };
    world.run(sendPackage(world.shipment(11), order, world.states, world.ctx(at(PARIS))));
    expect(world.shipment(11)).toMatchObject({ stage: 'sent', sealNumber: 'S-1', grossWeightGrams: 90 });
  });

  it('is not sealed twice by a sending that says nothing new', () => {
    const world = packed();
    world.run(
      world.onPackage(11, { type: 'SealShipment', sealNumber: 'S-1', grossWeightGrams: 80 }, at(PARIS)),
    );
    world.send(11);
    expect(types(world)?.filter((type) => type === 'ShipmentSealed')).toHaveLength(1);
  });
});

describe('the place that sends', () => {
  it('alone is answered again that a package was sent, and alone says that the carrier has it', () => {
    const world = packed().send(11);
    const again = (site: number) => () =>
      sendPackage(world.shipment(11), { trackingUsed: false }, world.states, world.ctx(at(site)));
    given(world).when(again(PARIS)).thenNothing();
    given(world).when(again(FACTORY)).thenRejected('custody_elsewhere');
    given(world)
      .when(onPackage(11, { type: 'RecordPickup' }, at(FACTORY)))
      .thenRejected('custody_elsewhere');
    given(world)
      .when(onPackage(11, { type: 'RecordPickup' }, at(PARIS)))
      .thenDone();
  });
});
