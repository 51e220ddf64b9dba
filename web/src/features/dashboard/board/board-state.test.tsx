import type { BoardColumn } from '@atelier/contracts/dashboard/schema.ts';
import { describe, expect, it } from 'vitest';
import { boardTotal, shownColumns, stepOnBoard, wallPages } from './board-state.ts';

const column = (status: number, count: number, limit: number | null = null): BoardColumn => ({
  rma_status_id: status,
  count,
  wip_limit: limit,
  target_hours: null,
  late: 0,
  oldest_entered_at: null,
});

describe('the board', () => {
  it('stands in process order, not in the order of the ids', () => {
    const shown = shownColumns([column(4, 2), column(17, 1), column(3, 5), column(19, 1)], false);
    expect(shown.map((one) => one.rma_status_id)).toEqual([3, 17, 19, 4]);
  });

  it('hides empty stages unless they are asked for', () => {
    const columns = [column(4, 0), column(5, 0, 20), column(6, 1)];
    expect(shownColumns(columns, false).map((one) => one.rma_status_id)).toEqual([6]);
    expect(shownColumns(columns, true)).toHaveLength(3);
  });

  it('counts pieces before their cards are read, and says nothing of lateness until then', () => {
    const columns = [column(3, 21), column(4, 12), column(5, 0)];
    const cards = (length: number) => Array.from({ length });
    expect(boardTotal(columns, new Map())).toEqual({ pieces: 33, isRead: false });
    expect(boardTotal(columns, new Map([[3, cards(21)]]))).toEqual({ pieces: 33, isRead: false });
    const all = new Map([
      [3, cards(22)],
      [4, cards(12)],
    ]);
    expect(boardTotal(columns, all)).toEqual({ pieces: 34, isRead: true });
  });

  const lanes = [
    { status: 3, ids: [1, 2, 3] },
    { status: 4, ids: [] },
    { status: 5, ids: [4, 5] },
  ];

  it('moves inside a lane and stops at its ends', () => {
    expect(stepOnBoard(lanes, 1, 'ArrowDown')).toBe(2);
    expect(stepOnBoard(lanes, 1, 'ArrowUp')).toBe(1);
    expect(stepOnBoard(lanes, 1, 'End')).toBe(3);
    expect(stepOnBoard(lanes, 3, 'ArrowDown')).toBe(3);
  });

  it('moves over an empty lane, at the same height or the nearest', () => {
    expect(stepOnBoard(lanes, 2, 'forward')).toBe(5);
    expect(stepOnBoard(lanes, 3, 'forward')).toBe(5);
    expect(stepOnBoard(lanes, 4, 'back')).toBe(1);
  });

  it('starts at the first card', () => {
    expect(stepOnBoard(lanes, null, 'ArrowDown')).toBe(1);
    expect(stepOnBoard([], null, 'ArrowDown')).toBeNull();
  });

  it('shares the lanes of a wall evenly and fills the last page from before', () => {
    expect(wallPages([1, 2, 3, 4, 5, 6, 7], 5)).toEqual([
      [1, 2, 3, 4],
      [4, 5, 6, 7],
    ]);
    expect(wallPages([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13], 8).map((page) => page.length)).toEqual([
      7, 7,
    ]);
    expect(wallPages([1, 2], 5)).toEqual([[1, 2]]);
  });
});
