import { describe, expect, it } from 'vitest';
import { custodyIn } from './logged-event.ts';

describe('a holder as an event keeps it', () => {
  it.each([
    [{ kind: 'customer' }],
    [{ kind: 'settled' }],
    [{ kind: 'site', siteId: 1 }],
    [{ kind: 'factory-kept', siteId: 30 }],
    [{ kind: 'shipment', shipmentId: 77, from: 1, to: 20 }],
    [{ kind: 'shipment', shipmentId: 77, from: 1, to: null }],
    [{ kind: 'passed-on', itemId: 43 }],
  ])('%o is read as it is', (holder) => {
    expect(custodyIn(holder)).toEqual(holder);
  });

  it.each([
    [null],
    ['site'],
    [[]],
    [{}],
    [{ kind: 'elsewhere', siteId: 1 }],
    [{ kind: 'site' }],
    [{ kind: 'factory-kept', siteId: 'Lyon' }],
    [{ kind: 'shipment', shipmentId: 77, to: 20 }],
    [{ kind: 'shipment', from: 1, to: 20 }],
    [{ kind: 'passed-on' }],
  ])('%o is no holder', (holder) => {
    expect(custodyIn(holder)).toBeNull();
  });
});
