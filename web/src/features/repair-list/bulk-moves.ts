import type { RowResult } from '@atelier/contracts/repair/schema.ts';
import { Status, statusOf, type StatusId } from '@atelier/domain/shared/status.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { onwardMoves } from '../../shared/item/move-options.ts';

type Selected = Pick<ItemView, 'id' | 'number' | 'rma_status_id' | 'outcome'>;

export interface BulkTarget {
  readonly status: StatusId;
  /** How many of the selected stand where this is the way on. */
  readonly count: number;
}

/** Where the selected can be moved on to by this person: the stage that most of them can enter first. */
export function bulkTargets(rows: readonly Selected[], permissions: readonly string[]): BulkTarget[] {
  const counts = new Map<StatusId, number>();
  for (const row of rows)
    for (const status of onwardMoves(row.rma_status_id, permissions, row.outcome))
      counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .map(([status, count]) => ({ status, count }))
    .sort((a, b) => b.count - a.count || statusOf(a.status).rank - statusOf(b.status).rank);
}

/** Still at the counter: only these can be packed or cancelled. */
export const atCounter = <Row extends Pick<ItemView, 'rma_status_id'>>(rows: readonly Row[]): Row[] =>
  rows.filter((row) => row.rma_status_id === Status.Created);

export interface BulkResult {
  readonly id: number;
  readonly number: string;
  readonly success: boolean;
  readonly code: string;
  readonly message: string;
}

/** A line for every piece that was asked for, in the order of the asking; one without an answer says so. */
export function resultsOf(rows: readonly Selected[], answers: readonly RowResult[]): BulkResult[] {
  const byId = new Map(answers.map((answer) => [answer.id, answer]));
  return rows.map(({ id, number }) => {
    const answer = byId.get(id);
    if (answer === undefined) return { id, number, success: false, code: 'unknown', message: '' };
    return { id, number, success: answer.success, code: answer.code, message: answer.message };
  });
}
