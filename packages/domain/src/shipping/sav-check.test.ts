import { describe, expect, it } from 'vitest';
import { at, FACTORY, PARIS, TOKYO } from '../processes/testing.ts';
import { worldAt } from '../processes/testing-stages.ts';
import { toShipmentRow } from './row.ts';
import { awaitsSavCheck, decideSavCheck, isInbound, readSavCheck } from './sav-check.ts';
import { evolveShipment, initialShipment, type ShipmentState } from './shipment.ts';
import type { ShipmentContext } from './decide.ts';
import type { ShipmentEvent } from './events.ts';
import { isShipmentEvent } from '../personal-data.ts';
import { reject } from '../decider.ts';
import { byFunctions, specify } from '../testing.ts';

const words = (over: object = {}) => ({ tracking_no: 'T-1', wrong_reason: 1, no_warranty: 0, ...over });
const refusedField = (over: object) => {
  const read = readSavCheck(words(over));
  return read.ok ? null : read.field;
};

describe('the call of the SAV check (product/shipping.md §12)', () => {
  it('requires a tracking number', () => {
    expect(refusedField({ tracking_no: '  ' })).toBe('tracking_no');
    expect(refusedField({ tracking_no: undefined })).toBe('tracking_no');
    expect(refusedField({ tracking_no: 'x'.repeat(65) })).toBe('tracking_no');
    expect(refusedField({ tracking_no: 'x'.repeat(64) })).toBeNull();
    expect(refusedField({ tracking_no: ' T-1 ' })).toBeNull();
  });

  it.each([undefined, null, '', 'two', '1e3', '-1', -1, Number.NaN, Infinity, {}, [1], true])(
    'refuses a count that is no number: %s',
    (count) => {
      expect(refusedField({ wrong_reason: count })).toBe('wrong_reason');
      expect(refusedField({ no_warranty: count })).toBe('no_warranty');
    },
  );

  it('takes numbers, also written as text', () => {
    expect(readSavCheck(words({ wrong_reason: ' 3 ', no_warranty: 2 }))).toEqual({
      ok: true,
      trackingNumber: 'T-1',
      counts: { wrongReason: 3, noWarranty: 2 },
      ticks: undefined,
      rounded: [],
    });
  });

  it('takes the ticked pieces as two lists of ids, or refuses the list that is none', () => {
    const lists = { wrong_reason_items: [7], no_warranty_items: [] };
    expect(readSavCheck(words(lists))).toMatchObject({ ticks: { wrongReason: [7], noWarranty: [] } });
    expect(refusedField({ ...lists, wrong_reason_items: ['7'] })).toBe('wrong_reason_items');
    expect(refusedField({ ...lists, wrong_reason_items: [0.5] })).toBe('wrong_reason_items');
    expect(refusedField({ wrong_reason_items: [7] })).toBe('no_warranty_items');
    expect(refusedField({ no_warranty_items: [7] })).toBe('wrong_reason_items');
  });

  it('rounds decimals and says whose', () => {
    const read = readSavCheck(words({ wrong_reason: 1.5, no_warranty: '2.4' }));
    expect(read).toMatchObject({
      counts: { wrongReason: 2, noWarranty: 2 },
      rounded: ['wrong_reason', 'no_warranty'],
    });
    expect(readSavCheck(words({ wrong_reason: '2.0' }))).toMatchObject({ rounded: [] });
  });
});

describe('the SAV check of a package', () => {
  const world = worldAt(2);
  const [shipmentId = 0] = [...world.shipments.keys()];
  const shipment = world.shipment(shipmentId);
  const most = shipment.lines.length;
  const history = (world.logs.get(`shipment-${shipmentId}`) ?? []).filter(isShipmentEvent);
  const { given } = specify(
    byFunctions<ShipmentState, ShipmentEvent, ShipmentContext>(initialShipment, evolveShipment),
    world.ctx(at(FACTORY)),
  );
  const checked =
    (wrongReason: number, noWarranty: number) => (state: ShipmentState, context: ShipmentContext) =>
      state.kind === 'none'
        ? reject('not_found')
        : decideSavCheck({ wrongReason, noWarranty }, state, context);
  const from = (site: number) => world.ctx(at(site));

  it('counts from 0 to the pieces of the package', () => {
    given(...history)
      .when(checked(0, most))
      .thenTypes('ShipmentSavChecked');
    given(...history)
      .when(checked(most, 0))
      .thenTypes('ShipmentSavChecked');
    given(...history)
      .when(checked(most + 1, 0))
      .thenRejected('amount_invalid');
    given(...history)
      .when(checked(0, -1))
      .thenRejected('amount_invalid');
    given(...history)
      .when(checked(0.5, 0))
      .thenRejected('amount_invalid');
  });

  it('is an event each time, and changes nothing of the package', () => {
    const events = given(...history)
      .when(checked(1, 0))
      .events();
    expect(events).toMatchObject([
      { type: 'ShipmentSavChecked', data: { wrongReason: 1, noWarranty: 0, items: most } },
    ]);
    const again = given(...history, ...events);
    again.when(checked(1, 0)).thenTypes('ShipmentSavChecked');
    expect(again.state.kind === 'shipment' && toShipmentRow(again.state)).toEqual(toShipmentRow(shipment));
  });

  it('keeps which pieces were ticked, and refuses ticks that do not agree with the counts', () => {
    const [first = 0] = shipment.lines.map(({ itemId }) => itemId);
    const ticked =
      (wrongReason: readonly number[], noWarranty: readonly number[] = []) =>
      (state: ShipmentState, context: ShipmentContext) =>
        state.kind === 'none'
          ? reject('not_found')
          : decideSavCheck({ wrongReason: 1, noWarranty: 0 }, state, context, { wrongReason, noWarranty });
    const events = given(...history)
      .when(ticked([first]))
      .events();
    expect(events).toMatchObject([{ data: { wrongReasonItems: [first], noWarrantyItems: [] } }]);
    for (const wrong of [[], [first, first], [first + 999]])
      given(...history)
        .when(ticked(wrong))
        .thenRejected('invalid_input');
    given(...history)
      .when(ticked([first], [first]))
      .thenRejected('invalid_input');
  });

  it('is due once something arrived, and again for what arrives after it', () => {
    const [early, late] = ['2026-10-01T09:00:00.000Z', '2026-10-02T09:00:00.000Z'];
    expect(awaitsSavCheck([], [])).toBe(false);
    expect(awaitsSavCheck([early], [])).toBe(true);
    expect(awaitsSavCheck([early], [late])).toBe(false);
    expect(awaitsSavCheck([early, late], [early])).toBe(true);
  });

  it('is for whom the package travels to, and for who stands nowhere', () => {
    given(...history)
      .when(checked(1, 0), from(PARIS))
      .thenRejected('not_found');
    given(...history)
      .when(checked(1, 0), from(TOKYO))
      .thenRejected('not_found');
    expect(isInbound(shipment, { siteId: null })).toBe(true);
  });

  it('is for packages that were sent to be repaired, not for drafts or those that go home', () => {
    expect(isInbound({ ...shipment, sentAt: null }, { siteId: FACTORY })).toBe(false);
    expect(isInbound({ ...shipment, orderType: 2 }, { siteId: FACTORY })).toBe(false);
    expect(isInbound({ ...shipment, orderType: 3 }, { siteId: FACTORY })).toBe(true);
    expect(isInbound({ ...shipment, orderType: 4 }, { siteId: FACTORY })).toBe(false);
  });
});
