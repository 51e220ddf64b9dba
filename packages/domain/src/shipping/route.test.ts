import { describe, expect, it } from 'vitest';
import { sendPackage } from '../processes/send.ts';
import { at, depositItem, FACTORY, PARIS, WAREHOUSE, World } from '../processes/testing.ts';

const packed = () => new World().deposit(100, [depositItem(1)]).pack(11, 1, PARIS, FACTORY, [1]);
const route = (world: World, way: { destination?: number | null; carrier?: string | null }) =>
  world.try(world.onPackage(11, { type: 'RouteShipment', ...way }, at(PARIS)));
const types = (world: World) => world.logs.get('shipment-11')?.map((event) => event.type);

describe('the way of a package', () => {
  it('changes until it is sent: what is left out stays', () => {
    const world = packed();
    expect(route(world, { carrier: 'DHL' })).toBeNull();
    expect(route(world, { destination: WAREHOUSE })).toBeNull();
    expect(world.shipment(11)).toMatchObject({ destination: WAREHOUSE, carrier: 'DHL' });
    expect(route(world, { carrier: 'DHL' })).toBeNull();
    expect(types(world)?.filter((type) => type === 'ShipmentRouted')).toHaveLength(2);
    expect(route(world.send(11), { carrier: 'UPS' })?.code).toBe('shipment_not_draft');
  });

  it('never leads back to where it begins, and to a client only from the factory', () => {
    expect(route(packed(), { destination: PARIS })?.code).toBe('wrong_destination');
    expect(route(packed(), { destination: null })?.code).toBe('wrong_destination');
  });
});

describe('what was sealed', () => {
  it('keeps its number when the sending names only the weight', () => {
    const world = packed();
    world.run(
      world.onPackage(11, { type: 'SealShipment', sealNumber: 'S-1', grossWeightGrams: 80 }, at(PARIS)),
    );
    const order = { trackingUsed: false, grossWeightGrams: 90 };
    world.run(sendPackage(world.shipment(11), order, world.journey, world.ctx(at(PARIS))));
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
  it('alone hears again that a package was sent, and alone says that the carrier has it', () => {
    const world = packed().send(11);
    const again = (site: number) =>
      world.try(sendPackage(world.shipment(11), { trackingUsed: false }, world.journey, world.ctx(at(site))));
    expect(again(PARIS)).toBeNull();
    expect(again(FACTORY)?.code).toBe('custody_elsewhere');
    expect(world.try(world.onPackage(11, { type: 'RecordPickup' }, at(FACTORY)))?.code).toBe(
      'custody_elsewhere',
    );
    expect(world.try(world.onPackage(11, { type: 'RecordPickup' }, at(PARIS)))).toBeNull();
  });
});
