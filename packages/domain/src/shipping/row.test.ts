import { describe, expect, it } from 'vitest';
import { at, depositItem, FACTORY, PARIS, START, World } from '../processes/testing.ts';
import { toShipmentRow } from './row.ts';
import type { ShipmentCommand } from './commands.ts';

const EUR = { amount: 100_00, currency: 'EUR' };

/** Two pieces in a signed package from Paris to the factory, not sent yet. */
const packed = (price: typeof EUR | null = EUR) =>
  new World().deposit(100, [depositItem(1), depositItem(2)]).pack(11, 1, PARIS, FACTORY, [1, 2], price);
const told = (world: World, command: ShipmentCommand, site: number) =>
  world.run(world.onPackage(11, command, at(site)));

describe('the row of a package', () => {
  it('says of one that is packed what is in it and what it is worth', () => {
    expect(toShipmentRow(packed().shipment(11))).toEqual({
      id: 11,
      tracking_number: 'TRK-11',
      tracking_key: 'TRK11',
      claims_number: true,
      former_tracking_numbers: [],
      order_type: 1,
      state: 'Draft',
      origin: PARIS,
      destination: FACTORY,
      to_client: false,
      carrier: null,
      seal_number: null,
      gross_weight: null,
      arrival_seal_number: null,
      arrival_gross_weight: null,
      signed: true,
      picked_up: false,
      item_ids: [1, 2],
      item_count: 2,
      received_count: 0,
      missing_count: 0,
      extra_count: 0,
      currency: 'EUR',
      total: 200_00,
      visible_sites: [PARIS],
      created_at: START,
      sent_at: null,
      received_at: null,
      closed_at: null,
    });
  });

  it('knows no total while a price is missing', () => {
    expect(toShipmentRow(packed(null).shipment(11))).toMatchObject({ currency: null, total: null });
  });

  it('is seen where it goes from its sending on, and counts what came out of it', () => {
    const world = packed().wait(1_000).send(11);
    expect(toShipmentRow(world.shipment(11))).toMatchObject({
      state: 'Sent',
      visible_sites: [PARIS, FACTORY],
      sent_at: '2026-03-02T09:00:01.000Z',
    });
    world.wait(1_000).run(world.move(1, 3, at(FACTORY)));
    expect(toShipmentRow(world.shipment(11))).toMatchObject({
      state: 'PartlyReceived',
      received_count: 1,
      item_count: 2,
      received_at: null,
    });
    world.run(world.move(2, 3, at(FACTORY)));
    expect(toShipmentRow(world.shipment(11))).toMatchObject({
      state: 'Received',
      received_count: 2,
      received_at: '2026-03-02T09:00:02.000Z',
    });
  });

  it('says that it is signed from the first signature on, and picked up once the carrier has it', () => {
    const unsigned = new World()
      .deposit(100, [depositItem(1)])
      .pack(11, 1, PARIS, FACTORY, [1])
      .shipment(11);
    expect(toShipmentRow({ ...unsigned, signatures: [] }).signed).toBe(false);
    expect(toShipmentRow(unsigned).signed).toBe(true);
    const world = told(packed().send(11), { type: 'RecordPickup' }, PARIS);
    expect(toShipmentRow(world.shipment(11)).picked_up).toBe(true);
  });

  it('keeps the seals and weights of both ends apart', () => {
    const world = told(packed(), { type: 'SealShipment', sealNumber: 'S-1', grossWeightGrams: 80 }, PARIS);
    const shipment = world.send(11).shipment(11);
    const arrival = { sealNumber: 'S-2', grossWeightGrams: 79 };
    expect(toShipmentRow({ ...shipment, arrival })).toMatchObject({
      seal_number: 'S-1',
      gross_weight: 80,
      arrival_seal_number: 'S-2',
      arrival_gross_weight: 79,
    });
  });

  it('counts only what still lies apart', () => {
    const extra = (state: 'apart' | 'adopted' | 'handed-back') => ({ code: 'X', itemId: null, state });
    const shipment = packed().send(11).shipment(11);
    const extras = [extra('apart'), extra('adopted'), extra('handed-back')];
    expect(toShipmentRow({ ...shipment, extras }).extra_count).toBe(1);
  });

  it('goes to the client where it goes to no site, and is then seen where it comes from alone', () => {
    const shipment = packed().send(11).shipment(11);
    expect(toShipmentRow({ ...shipment, destination: null })).toMatchObject({
      to_client: true,
      visible_sites: [PARIS],
    });
    expect(toShipmentRow({ ...shipment, destination: PARIS }).visible_sites).toEqual([PARIS]);
    expect(toShipmentRow({ ...shipment, origin: FACTORY, destination: PARIS }).visible_sites).toEqual([
      PARIS,
      FACTORY,
    ]);
  });
});
