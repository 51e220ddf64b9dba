import { describe, expect, it } from 'vitest';
import { fold } from '../../decider.ts';
import { evolveDifference, initialDifference } from './difference.ts';
import type { DifferenceEvent } from './events.ts';

const at = '2026-11-20T08:00:00.000Z';
const later = '2026-11-20T09:00:00.000Z';
const place = {
  table: 'item_rows',
  key: 'item_id=1',
  kind: 'changed',
  columns: ['status'],
  streamId: 'item-1',
  version: 3,
  position: 12,
} as const;
const found: DifferenceEvent = { type: 'DifferenceFound', data: { ...place, differenceId: 5, at } };
const repaired: DifferenceEvent = { type: 'DifferenceRepaired', data: { how: 'rewritten', at: later } };
const stateAfter = (...events: readonly DifferenceEvent[]) =>
  fold(evolveDifference, initialDifference, events);

describe('a row that does not fit the log', () => {
  it('is open from when it is found until it fits again', () => {
    const open = { ...place, id: 5, stage: 'open', foundAt: at, repairedAt: null };
    expect(stateAfter(found)).toEqual(open);
    expect(stateAfter(found, repaired)).toEqual({ ...open, stage: 'repaired', repairedAt: later });
  });

  it('begins when it is found: a repair before it says nothing', () => {
    expect(stateAfter(repaired)).toEqual(initialDifference);
  });
});
