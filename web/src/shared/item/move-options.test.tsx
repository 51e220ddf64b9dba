import { PERMISSIONS } from '@atelier/domain/shared/permissions.ts';
import { describe, expect, it } from 'vitest';
import { backwardMoves, mayReturnUnrepaired, onwardMoves } from './move-options.ts';

describe('moves offered to a person', () => {
  it('follow the table, in process order', () => {
    expect(onwardMoves(6, PERMISSIONS)).toEqual([7, 8, 9, 10, 11, 12]);
    expect(onwardMoves(12, PERMISSIONS)).toEqual([13]);
  });

  it('leave out what a person may not do', () => {
    expect(onwardMoves(6, ['send to planting'])).toEqual([7]);
    expect(onwardMoves(6, [])).toEqual([]);
  });

  it('never offer what packages and counters do', () => {
    for (const status of [1, 2, 13, 14, 15]) expect(onwardMoves(status, PERMISSIONS)).toEqual([]);
  });

  it('offer 13 from before the benches only as a return without repair', () => {
    expect(onwardMoves(3, PERMISSIONS)).not.toContain(13);
    expect(mayReturnUnrepaired(3, PERMISSIONS)).toBe(true);
    expect(mayReturnUnrepaired(15, PERMISSIONS)).toBe(false);
  });

  it('send back to the nearest stage first', () => {
    expect(backwardMoves(8, PERMISSIONS)).toEqual([7, 5, 4, 17]);
  });
});
