import type { Versioned } from './keyed-store.ts';

export interface MergeRules<Row extends Versioned> {
  /** Whether a row belongs to this list as it stands now (its status, its bucket, its filter). */
  accepts: (row: Row) => boolean;
  /** Where a new or changed row stands; without it changed rows keep their place and new ones come first. */
  compare?: ((a: Row, b: Row) => number) | undefined;
}

/**
 * A list with changes taken in. The newer version wins, an equal one changes nothing; a row that no longer belongs, or
 * that was removed at the same or a newer version, leaves. Answers the very same array when nothing changed.
 */
export function mergeRows<Row extends Versioned>(
  list: readonly Row[],
  changed: readonly Row[],
  removed: readonly Versioned[],
  { accepts, compare }: MergeRules<Row>,
): readonly Row[] {
  const held = new Map(list.map((row) => [row.id, row]));
  let touched = false;
  for (const row of changed) {
    const old = held.get(row.id);
    if (old && old.version >= row.version) continue;
    if (accepts(row)) held.set(row.id, row);
    else if (!held.delete(row.id)) continue;
    touched = true;
  }
  for (const gone of removed) {
    const old = held.get(gone.id);
    if (!old || old.version > gone.version) continue;
    held.delete(gone.id);
    touched = true;
  }
  if (!touched) return list;
  return arrange(list, held, compare);
}

function arrange<Row extends Versioned>(
  list: readonly Row[],
  held: Map<number, Row>,
  compare: MergeRules<Row>['compare'],
): Row[] {
  if (compare) return [...held.values()].sort(compare);
  const known = new Set(list.map((row) => row.id));
  const kept = list.flatMap((row) => held.get(row.id) ?? []);
  return [...[...held.values()].filter((row) => !known.has(row.id)), ...kept];
}
