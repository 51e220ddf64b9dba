import { toInstant, type Actor } from '@atelier/domain/kernel.ts';
import { headerOf, type DataSet } from '@atelier/domain/reference/import/data-set.ts';
import {
  cellChanges,
  rowKeyOf,
  rowStream,
  type CellChange,
  type RowCells,
} from '@atelier/domain/reference/import/editable.ts';
import type { ReferenceRowSaved } from '@atelier/domain/reference/import/events.ts';
import type { Clock } from '@atelier/postgres/timers.ts';
import { lockStream, type StreamEvents } from '../../shared/recorded/append-in.ts';
import type { AppTransaction } from '../../platform/database.ts';
import type { ImportPlan } from './plan-import.queries.ts';
import { rowsAsCells } from './row-cells.queries.ts';

/** What a person says about the row they save. */
export interface RowEdit {
  /** The row as they saw it; null of a new one. */
  readonly seen: RowCells | null;
  readonly reason: string;
}

/** The row is another one than the person saw, or there already. */
export class RowChangedMeanwhile extends Error {
  override name = 'RowChangedMeanwhile';
}

interface SavedRow {
  readonly set: string;
  readonly key: string;
  readonly isNew: boolean;
  readonly changes: readonly CellChange[];
  readonly reason: string;
}

/** What saving changes, cell by cell. @throws RowChangedMeanwhile */
export async function savedRow(
  trx: AppTransaction,
  set: DataSet,
  plan: ImportPlan,
  { seen, reason }: RowEdit,
): Promise<SavedRow> {
  const [planned] = [...plan.inserts, ...plan.updates];
  if (planned === undefined) return { set: set.name, key: '', isNew: false, changes: [], reason };
  const { values, existing } = planned;
  const [after = {}, before = null] = await rowsAsCells(trx, set, existing ? [values, existing] : [values]);
  const headers = headerOf(set);
  if ((seen === null) !== (before === null) || !isSame(headers, seen, before))
    throw new RowChangedMeanwhile();
  const changes = cellChanges(headers, before, after);
  return { set: set.name, key: rowKeyOf(set, after), isNew: before === null, changes, reason };
}

const isSame = (headers: readonly string[], one: RowCells | null, other: RowCells | null): boolean =>
  headers.every((header) => (one?.[header] ?? '') === (other?.[header] ?? ''));

/** The event of a saved row, behind those of earlier edits. */
export async function savedStream(
  trx: AppTransaction,
  saved: SavedRow,
  by: Actor | null,
  clock: Clock,
): Promise<StreamEvents> {
  const streamId = rowStream(saved.set, saved.key);
  const at = toInstant(clock.now().getTime());
  const event: ReferenceRowSaved = { type: 'ReferenceRowSaved', data: { ...saved, at, by } };
  return { streamId, expectedVersion: await lockStream(trx, streamId), events: [event] };
}
