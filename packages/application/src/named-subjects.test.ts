import { describe, expect, it } from 'vitest';
import { withSubjects } from './named-subjects.ts';

const customerRef = 'customer-7';
const deposited = { type: 'ItemDeposited', data: { customerRef, number: 'PAR-1' } };

describe('events from before free texts were sealed', () => {
  it('name the customer of their piece, where they hold a text', () => {
    const held = { type: 'HoldPlaced', data: { hold: 'dispute', reason: 'rang twice' } };
    const silent = { type: 'HoldReleased', data: { hold: 'dispute', reason: null } };
    expect(withSubjects('item-1', [deposited, held, silent])).toEqual([
      deposited,
      { type: 'HoldPlaced', data: { hold: 'dispute', reason: 'rang twice', customerRef } },
      silent,
    ]);
  });

  it('name the texts of their package', () => {
    const cancelled = { type: 'ShipmentCancelled', data: { reason: 'lost' } };
    expect(withSubjects('shipment-11', [cancelled])).toEqual([
      { type: 'ShipmentCancelled', data: { reason: 'lost', wordsRef: 'package-words-11' } },
    ]);
  });

  it('stay as they are where nothing says whose they are, and where they say so', () => {
    const held = { type: 'HoldPlaced', data: { hold: 'dispute', reason: 'rang twice' } };
    const named = { type: 'HoldPlaced', data: { ...held.data, customerRef: 'customer-9' } };
    expect(withSubjects('item-1', [held])).toEqual([held]);
    expect(withSubjects('item-1', [deposited, named])).toEqual([deposited, named]);
  });
});
