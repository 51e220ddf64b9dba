import type { QueryClient } from '@tanstack/react-query';
import { idListsIn } from './id-list.ts';
import { keyOf } from './keyed-store.ts';
import type { KeyedStore } from './keyed-store.ts';

/** Drops the rows that no subscriber and no cached list names any more. */
export function sweepRows(store: KeyedStore, client: QueryClient): void {
  const cached = client.getQueryCache().getAll();
  const lists = cached.flatMap(({ state }) => idListsIn(state.data));
  store.sweep(new Set(lists.flatMap(({ kind, ids }) => ids.map((id) => keyOf(kind, id)))));
}
