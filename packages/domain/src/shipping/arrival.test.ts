import { describe, expect, it } from 'vitest';
import { arrivalDifferences, receivesHere } from './arrival.ts';
import { evolveShipment, initialShipment } from './shipment.ts';

const sent = (sealNumber: string | null, grossWeightGrams: number | null) => ({
  sealNumber,
  grossWeightGrams,
});
const compare = (before: ReturnType<typeof sent>, arrival: ReturnType<typeof sent> | null) =>
  arrivalDifferences({ ...before, arrival });

describe('seal number and gross weight at both ends (product/shipping.md §6)', () => {
  it('agree when they are the same, however the seal was written down', () => {
    expect(compare(sent('S-0042', 480), sent('S-0042', 480))).toEqual([]);
    expect(compare(sent('S-0042', 480), sent('s 0042', 480))).toEqual([]);
  });

  it('differ by another seal', () => {
    expect(compare(sent('S-0042', 480), sent('S-0043', 480))).toEqual(['seal_number']);
  });

  it.each([
    [100, 102, []],
    [100, 98, []],
    [100, 102.01, ['gross_weight']],
    [100, 97.99, ['gross_weight']],
    // From 200 g on a hundredth is more than two grams.
    [1000, 1010, []],
    [1000, 1010.1, ['gross_weight']],
    [1000, 989.9, ['gross_weight']],
  ])('sent with %d g, arrived with %d g: %j', (before, after, differs) => {
    expect(compare(sent(null, before), sent(null, after))).toEqual(differs);
  });

  it('are not compared where one end recorded nothing, nor before a check', () => {
    expect(compare(sent(null, null), sent('S-1', 480))).toEqual([]);
    expect(compare(sent('S-1', 480), sent(null, null))).toEqual([]);
    expect(compare(sent('S-1', 480), null)).toEqual([]);
  });

  it('can both differ at once', () => {
    expect(compare(sent('S-1', 480), sent('S-2', 400))).toEqual(['seal_number', 'gross_weight']);
  });
});

describe('the receiving end', () => {
  const packageTo = (destination: number | null) => {
    const data = {
      shipmentId: 11,
      trackingNumber: 'TRK-11',
      orderType: 2 as const,
      origin: 20,
      destination,
      carrier: null,
      at: '2026-03-02T09:00:00.000Z',
      by: { userId: 1, workerId: null },
    };
    const state = evolveShipment(initialShipment, { type: 'ShipmentOpened', data });
    if (state.kind === 'none') throw new Error('no shipment');
    return state;
  };

  it('is the destination, or an account without a site', () => {
    expect([1, 20, 2, null].map((siteId) => receivesHere(packageTo(1), { siteId }))).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it('is no site for a package to the client’s door', () => {
    expect(receivesHere(packageTo(null), { siteId: null })).toBe(false);
  });
});
