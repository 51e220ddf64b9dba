import { describe, expect, it } from 'vitest';
import { LOG_TYPES, logTypesOf, payloadOf, subjectOf } from './catalogue.ts';
import { WEBHOOK_TYPES } from './contract.ts';

const event = {
  type: 'ItemStatusChanged',
  streamId: 'item-42',
  position: 17,
  recordedAt: '2026-11-23T08:00:00.123456Z',
};

describe('what webhooks send', () => {
  it('has a public name for each kind, and a kind for each public name', () => {
    expect(WEBHOOK_TYPES.filter((type) => logTypesOf([type]).length === 0)).toEqual([]);
    expect(logTypesOf([...WEBHOOK_TYPES])).toEqual(LOG_TYPES);
    expect(logTypesOf(['repair.changed'])).toEqual(['RmaEdited', 'RmaContactChanged', 'RmaItemAdded']);
    expect(logTypesOf([])).toEqual([]);
  });

  it('is named by words, small letters and full stops, as receivers expect', () => {
    for (const type of WEBHOOK_TYPES) expect(type).toMatch(/^[a-z]+\.[a-z_]+$/);
  });

  it('is what happened, when, to which record and where in the log, and nothing else', () => {
    expect(payloadOf({ ...event, data: { firstName: 'Camille' } } as typeof event)).toEqual({
      type: 'piece.status_changed',
      timestamp: '2026-11-23T08:00:00.123456Z',
      data: { item_id: 42, position: 17 },
    });
    expect(payloadOf({ ...event, type: 'RmaDeposited', streamId: 'rma-7' })?.data).toEqual({
      rma_id: 7,
      position: 17,
    });
    expect(payloadOf({ ...event, type: 'ShipmentSent', streamId: 'shipment-8' })?.data).toEqual({
      package_id: 8,
      position: 17,
    });
  });

  it('is no event without a public name, and none of another stream', () => {
    expect(payloadOf({ ...event, type: 'CommentAdded' })).toBeUndefined();
    expect(payloadOf({ ...event, type: 'SignedIn', streamId: 'session-1' })).toBeUndefined();
    for (const stream of ['user-7', 'item-', 'item-4x', 'scan-1-2', 'an-item-4'])
      expect(subjectOf(stream)).toBeUndefined();
  });
});
