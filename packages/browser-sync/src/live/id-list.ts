import { type RowKind, type Versioned, type LiveChange } from './keyed-store.ts';

/** A list as it is cached: which rows stand in it, and in which order. The rows themselves stand in the live store. */
export interface IdList {
  readonly kind: RowKind;
  readonly ids: readonly number[];
  /** All rows there are on the server, where they are more than these. */
  readonly total?: number | undefined;
}

export interface IdListRules<Row extends Versioned> {
  /** A row as the live store holds it now. */
  readonly rowOf: (id: number) => Row | undefined;
  /** Whether a row belongs to this list as it stands now (its status, its bucket, its filter). */
  readonly accepts: (row: Row, isKnown: boolean) => boolean;
  /** Where a row stands; without it rows keep their place and new ones come first. */
  readonly compare?: ((a: Row, b: Row) => number) | undefined;
  /** A row that left its topic in the version that is held stays: the list shows what was done, too. */
  readonly keepsMoved?: boolean | undefined;
}

/** The lists of ids in a cached value: the value itself, or its pages. */
export function idListsIn(cached: unknown): readonly IdList[] {
  if (typeof cached !== 'object' || cached === null) return [];
  if ('pages' in cached && Array.isArray(cached.pages)) return cached.pages.flatMap(idListsIn);
  return isIdList(cached) ? [cached] : [];
}

const isIdList = (value: object): value is IdList =>
  'kind' in value && 'ids' in value && Array.isArray(value.ids);

/**
 * A list after one change: rows that no longer belong leave, new ones come in, `total` moves along. The very same list
 * comes back when neither its rows nor their order changed: then only the changed row paints, by its own subscription.
 */
export function patchIds<List extends IdList, Row extends Versioned>(
  list: List,
  change: Pick<LiveChange, 'rows' | 'removed'>,
  { rowOf, accepts, compare, keepsMoved = false }: IdListRules<Row>,
): List {
  const { kind } = list;
  const known = new Set(list.ids);
  const held = new Set(known);
  const belongs = (row: Row | undefined) => row !== undefined && accepts(row, known.has(row.id));
  for (const row of change.rows) {
    if (row.kind !== kind) continue;
    if (belongs(rowOf(row.id))) held.add(row.id);
    else held.delete(row.id);
  }
  for (const { kind: other, id, version } of change.removed) {
    const row = rowOf(id);
    // What came back in a newer version stays.
    const isHere = row !== undefined && (row.version > version || (keepsMoved && row.version === version));
    if (other === kind && !(isHere && belongs(row))) held.delete(id);
  }
  const ids = arrange(list.ids, held, rowOf, compare);
  if (ids.length === list.ids.length && ids.every((id, index) => id === list.ids[index])) return list;
  const moved = ids.length - list.ids.length;
  return { ...list, ids, ...(list.total !== undefined && { total: Math.max(0, list.total + moved) }) };
}

function arrange<Row extends Versioned>(
  before: readonly number[],
  held: ReadonlySet<number>,
  rowOf: (id: number) => Row | undefined,
  compare: IdListRules<Row>['compare'],
): readonly number[] {
  if (compare)
    return [...held]
      .flatMap((id) => rowOf(id) ?? [])
      .sort(compare)
      .map(({ id }) => id);
  const known = new Set(before);
  return [...[...held].filter((id) => !known.has(id)), ...before.filter((id) => held.has(id))];
}
