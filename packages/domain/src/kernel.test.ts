import { describe, expect, it } from 'vitest';
import { type Custody, compareTexts, isSameCustody } from './kernel.ts';

describe('the holder of a piece', () => {
  const holders: readonly Custody[] = [
    { kind: 'site', siteId: 1 },
    { kind: 'site', siteId: 2 },
    { kind: 'factory-kept', siteId: 1 },
    { kind: 'factory-kept', siteId: 2 },
    { kind: 'shipment', shipmentId: 11, from: 1, to: 2 },
    { kind: 'shipment', shipmentId: 12, from: 1, to: 2 },
    { kind: 'shipment', shipmentId: 11, from: 3, to: 2 },
    { kind: 'shipment', shipmentId: 11, from: 1, to: null },
    { kind: 'passed-on', itemId: 1 },
    { kind: 'passed-on', itemId: 2 },
    { kind: 'customer' },
    { kind: 'settled' },
  ];

  it.each(holders)('is the same as itself alone: %j', (holder) => {
    expect(holders.filter((other) => isSameCustody(holder, other))).toEqual([holder]);
  });

  it('is the same in whatever order its parts were written', () => {
    const leg = { to: 2, from: 1, shipmentId: 11, kind: 'shipment' } as const;
    expect(isSameCustody({ kind: 'shipment', shipmentId: 11, from: 1, to: 2 }, leg)).toBe(true);
  });
});

describe('the order of two texts', () => {
  it.each([
    ['2026-01-01', '2026-01-02', -1],
    ['2026-01-02', '2026-01-02', 0],
    ['2026-01-03', '2026-01-02', 1],
  ])('%s before, with or after %s: %i', (a, b, order) => {
    expect(compareTexts(a, b)).toBe(order);
  });
});
