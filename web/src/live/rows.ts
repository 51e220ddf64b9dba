import type { ExportView } from '@atelier/contracts/exports/schema.ts';
import type { ProductImportView } from '@atelier/contracts/reference/product-import/schema.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import type { ShipmentView } from '@atelier/contracts/shipping/schema.ts';
import type { JobsRow } from '@atelier/contracts/system/jobs/schema.ts';
import type { QueryKey } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { ApiResponse } from '../lib/api/client.ts';
import { useHandler } from '@atelier/ui/hooks/use-handler.ts';
import { type IdList, type IdListRules, patchIds } from '@atelier/browser-sync/live/id-list.ts';
import type { LiveChange } from '@atelier/browser-sync/live/keyed-store.ts';
import { bindLive, live } from './live.ts';
import { useTopics } from './use-live.ts';

/** What the rows of each kind are, by frame and by reading. */
export interface Rows {
  item: ItemView;
  shipment: ShipmentView;
  job: JobsRow;
  export: ExportView;
  import: ProductImportView;
}
type Kind = keyof Rows;

const NO_IDS: readonly number[] = [];

/** A row as the live store holds it now; undefined before it is read. */
export function heldRow<K extends Kind>(kind: K, id: number): Rows[K] | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rows of a kind are this view, by frame and by reading
  return live.store.row(kind, id) as Rows[K] | undefined;
}

export const heldItem = (id: number): ItemView | undefined => heldRow('item', id);

/** Items by id, for a table whose rows subscribe to their own. */
export const itemSource = {
  rowOf: heldItem,
  subscribe: (id: number, listener: () => void) => live.store.subscribeRows('item', [id], listener),
};

/** One item; paints again when this item changes, and for no other. */
export function useItem(id: number): ItemView | undefined {
  const subscribe = useCallback((listener: () => void) => itemSource.subscribe(id, listener), [id]);
  return useSyncExternalStore(subscribe, () => heldItem(id));
}

/** An item of an answer, or the live store's where that is newer. */
export function useNewestItem(item: ItemView): ItemView {
  const held = useItem(item.id);
  return held !== undefined && live.store.versionOf('item', item.id) > item.version ? held : item;
}

/** Several rows in the order of their ids, none while their list is being read; the same array until one of them changes. */
export function useRows<K extends Kind>(kind: K, ids: readonly number[] = NO_IDS): readonly Rows[K][] {
  const subscribe = useCallback(
    (listener: () => void) => live.store.subscribeRows(kind, ids, listener),
    [kind, ids],
  );
  const read = useMemo(() => rowsReader(kind, ids), [kind, ids]);
  return useSyncExternalStore(subscribe, read);
}

/**
 * How many of these rows the test holds for. Painted when the number changes: what counts over thousands of rows neither
 * subscribes to each nor paints with each. The test must be the same function as long as it says the same of a row.
 */
export function useCountOf<K extends Kind>(
  kind: K,
  ids: readonly number[],
  test: (row: Rows[K]) => boolean,
): number {
  const subscribe = useCallback((listener: () => void) => live.store.subscribeKind(kind, listener), [kind]);
  const count = useMemo(() => rowCounter(kind, ids, test), [kind, ids, test]);
  return useSyncExternalStore(subscribe, count);
}

function rowCounter<K extends Kind>(
  kind: K,
  ids: readonly number[],
  test: (row: Rows[K]) => boolean,
): () => number {
  let last = 0;
  let revision = -1;
  return () => {
    if (live.store.revision === revision) return last;
    ({ revision } = live.store);
    last = 0;
    for (const id of ids) {
      const row = heldRow(kind, id);
      if (row !== undefined && test(row)) last += 1;
    }
    return last;
  };
}

/** The row with the least value of several, as they are held now. */
export function useLeastOf<K extends Kind>(
  kind: K,
  ids: readonly number[],
  valueOf: (row: Rows[K]) => string,
): Rows[K] | undefined {
  const subscribe = useCallback((listener: () => void) => live.store.subscribeKind(kind, listener), [kind]);
  const least = useMemo(() => leastReader(kind, ids, valueOf), [kind, ids, valueOf]);
  return useSyncExternalStore(subscribe, least);
}

function leastReader<K extends Kind>(
  kind: K,
  ids: readonly number[],
  valueOf: (row: Rows[K]) => string,
): () => Rows[K] | undefined {
  let last: Rows[K] | undefined;
  let revision = -1;
  return () => {
    if (live.store.revision === revision) return last;
    ({ revision } = live.store);
    last = undefined;
    for (const id of ids) {
      const row = heldRow(kind, id);
      if (row !== undefined && (last === undefined || valueOf(row) < valueOf(last))) last = row;
    }
    return last;
  };
}

function rowsReader<K extends Kind>(kind: K, ids: readonly number[]): () => readonly Rows[K][] {
  let last: readonly Rows[K][] = [];
  let revision = -1;
  return () => {
    if (live.store.revision === revision) return last;
    ({ revision } = live.store);
    const rows = ids.flatMap((id) => heldRow(kind, id) ?? []);
    const isSame = rows.length === last.length && rows.every((row, index) => row === last[index]);
    if (!isSame) last = rows;
    return last;
  };
}

/** Reads a list into the live store; answers which rows it holds. Throws what the reading throws. */
export async function readRows<K extends Kind>(
  kind: K,
  reading: () => Promise<Pick<ApiResponse<readonly Rows[K][]>, 'data' | 'total'>>,
): Promise<IdList> {
  const keep = live.store.reading(kind);
  const { data, total } = await reading();
  keep(data);
  return { kind, ids: data.map(({ id }) => id), total };
}

/** What says which rows stand in a list, read from the live store. */
type ListRules<K extends Kind> = Omit<IdListRules<Rows[K]>, 'rowOf'>;

export interface LiveRowsOptions<K extends Kind> extends ListRules<K> {
  readonly kind: K;
  readonly queryKey: QueryKey;
  readonly topics: readonly string[];
}

/** Keeps a cached list (`IdList` under `queryKey`) in step with its topics; after `resync` it is read again. */
export function useLiveRows<K extends Kind>(options: LiveRowsOptions<K>): void {
  const patch = useHandler((cached: unknown, change: LiveChange) => {
    const { kind, ...rules } = options;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the query of this key answers an IdList
    return patchIds(cached as IdList, change, { ...rules, rowOf: (id: number) => heldRow(kind, id) });
  });
  useTopics(options.topics);
  const key = JSON.stringify([options.queryKey, options.topics]);
  useEffect(() => {
    const [queryKey, topics] = JSON.parse(key) as [QueryKey, string[]];
    return bindLive({ queryKey, topics, patch });
  }, [key, patch]);
}
