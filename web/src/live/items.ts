import type { ItemView } from '@atelier/domain/rma/schema.ts';
import type { QueryKey } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { ApiResponse } from '../lib/api/client.ts';
import type { IdList, IdListRules } from './id-list.ts';
import { patchIds } from './id-list.ts';
import { bindLive, live } from './live.ts';
import { useTopics } from './use-live.ts';

/** An item as the live store holds it now; undefined while nobody has read it. */
export function heldItem(id: number): ItemView | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rows of kind "item" are this view, by frame and by reading
  return live.store.row('item', id) as ItemView | undefined;
}

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

/** Several items in the order of their ids; the same array until one of them changes. */
export function useItems(ids: readonly number[]): readonly ItemView[] {
  const subscribe = useCallback(
    (listener: () => void) => live.store.subscribeRows('item', ids, listener),
    [ids],
  );
  const read = useMemo(() => itemsReader(ids), [ids]);
  return useSyncExternalStore(subscribe, read);
}

function itemsReader(ids: readonly number[]): () => readonly ItemView[] {
  let last: readonly ItemView[] = [];
  return () => {
    const items = ids.flatMap((id) => heldItem(id) ?? []);
    const isSame = items.length === last.length && items.every((item, index) => item === last[index]);
    if (!isSame) last = items;
    return last;
  };
}

/** Reads a list of items into the live store; answers which they are. Throws what the reading throws. */
export async function readItemList(reading: () => Promise<ApiResponse<ItemView[]>>): Promise<IdList> {
  const keep = live.store.reading('item');
  const { data, total } = await reading();
  keep(data);
  return { ids: data.map(({ id }) => id), total };
}

/** What says which items stand in a list, read from the live store. */
export type ItemListRules = Pick<IdListRules<ItemView>, 'accepts' | 'compare'>;

export const itemRules = (rules: ItemListRules): IdListRules<ItemView> => ({
  ...rules,
  kind: 'item',
  rowOf: heldItem,
});

export interface LiveItemsOptions extends ItemListRules {
  readonly queryKey: QueryKey;
  readonly topics: readonly string[];
}

/** Keeps a cached list (`IdList` under `queryKey`) in step with its topics; after `resync` it is read again. */
export function useLiveItems(options: LiveItemsOptions): void {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useTopics(options.topics);
  const key = JSON.stringify([options.queryKey, options.topics]);
  useEffect(() => {
    const [queryKey, topics] = JSON.parse(key) as [QueryKey, string[]];
    return bindLive({
      queryKey,
      topics,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the query of this key answers an IdList
      patch: (cached, change) => patchIds(cached as IdList, change, itemRules(latest.current)),
    });
  }, [key]);
}
