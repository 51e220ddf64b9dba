import type { ShipmentView } from '@atelier/contracts/shipping/schema.ts';
import { describe, expect, it } from 'vitest';
import { arrivedOf } from './queries.ts';

const box = (tracking_no: string, order_type: number, item_count: number, received_count: number) =>
  ({ tracking_no, order_type, item_count, received_count }) as ShipmentView;

describe('packages offered for a SAV check', () => {
  it('are those that have arrived, the unfinished ones first', () => {
    const offered = arrivedOf([
      box('ON-THE-WAY', 1, 3, 0),
      box('WHOLE', 1, 3, 3),
      box('STARTED', 3, 3, 1),
      box('BACK-TO-SHOP', 2, 3, 3),
    ]);
    expect(offered.map(({ tracking_no }) => tracking_no)).toEqual(['STARTED', 'WHOLE']);
  });
});
