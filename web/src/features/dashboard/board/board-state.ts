import type { BoardColumn } from '@atelier/contracts/dashboard/schema.ts';
import { isStatusId, statusOf } from '@atelier/domain/shared/status.ts';

/** Stages of the way in process order; empty ones only when asked for. */
export function shownColumns(columns: readonly BoardColumn[], withEmpty: boolean): BoardColumn[] {
  return columns
    .filter((column) => isStatusId(column.rma_status_id))
    .filter((column) => withEmpty || column.count > 0)
    .toSorted((a, b) => rankOf(a) - rankOf(b));
}

const rankOf = ({ rma_status_id: status }: BoardColumn): number =>
  isStatusId(status) ? statusOf(status).rank : 0;

/** How many pieces stand on these stages; `isRead` once every lane's cards are known, and so how many of them are late. */
export function boardTotal(
  columns: readonly BoardColumn[],
  rows: ReadonlyMap<number, { readonly length: number }>,
): { readonly pieces: number; readonly isRead: boolean } {
  const lanes = columns.map(({ rma_status_id: status, count }) => ({
    count,
    read: rows.get(status)?.length,
  }));
  return {
    pieces: lanes.reduce((sum, { count, read }) => sum + Math.max(count, read ?? 0), 0),
    isRead: lanes.every(({ count, read }) => read !== undefined || count === 0),
  };
}

export interface BoardRows {
  readonly status: number;
  readonly ids: readonly number[];
}

/** Where an arrow leads on a board: up and down inside a lane, sideways to the same height of the next lane with cards. */
export function stepOnBoard(
  lanes: readonly BoardRows[],
  activeId: number | null,
  key: string,
): number | null {
  const filled = lanes.filter((lane) => lane.ids.length > 0);
  const laneIndex = filled.findIndex((lane) => activeId !== null && lane.ids.includes(activeId));
  const lane = filled[laneIndex];
  if (lane === undefined) return filled[0]?.ids[0] ?? null;
  const row = lane.ids.indexOf(activeId ?? 0);
  const clamp = (index: number, ids: readonly number[]) =>
    ids[Math.max(0, Math.min(ids.length - 1, index))] ?? null;
  switch (key) {
    case 'ArrowDown':
      return clamp(row + 1, lane.ids);
    case 'ArrowUp':
      return clamp(row - 1, lane.ids);
    case 'Home':
      return clamp(0, lane.ids);
    case 'End':
      return clamp(lane.ids.length - 1, lane.ids);
    case 'forward':
      return clamp(row, filled[Math.min(filled.length - 1, laneIndex + 1)]?.ids ?? lane.ids);
    case 'back':
      return clamp(row, filled[Math.max(0, laneIndex - 1)]?.ids ?? lane.ids);
    default:
      return activeId;
  }
}

/**
 * Pages of a wall: as few as fit, each with as many lanes as the next, the last one filled up from before. Thirteen
 * lanes where eight fit are twice seven, not eight and five.
 */
export function wallPages<T>(lanes: readonly T[], fit: number): T[][] {
  if (lanes.length <= fit) return [[...lanes]];
  const pages = Math.ceil(lanes.length / fit);
  const perPage = Math.ceil(lanes.length / pages);
  return Array.from({ length: pages }, (_, page) => {
    const start = Math.min(page * perPage, lanes.length - perPage);
    return lanes.slice(start, start + perPage);
  });
}
