import { MOST_MOVED } from '@atelier/domain/repair/contract.ts';
import {
  type KeyboardEvent,
  createContext,
  useContext,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';

/** Which pieces are chosen, outside of React: choosing one draws its own box again, not every row. */
export class SelectionStore {
  #ids: ReadonlySet<number> = new Set();
  readonly #listeners = new Set<() => void>();

  readonly all = (): ReadonlySet<number> => this.#ids;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** At most as many as one command can carry. */
  readonly choose = (ids: Iterable<number>): void => {
    this.#ids = new Set([...ids].slice(0, MOST_MOVED));
    this.#listeners.forEach((listener) => listener());
  };

  readonly toggle = (id: number): void => {
    const after = new Set(this.#ids);
    if (!after.delete(id)) after.add(id);
    this.choose(after);
  };
}

export interface Selection {
  readonly store: SelectionStore;
  /** The selected pieces, in the list's order. */
  readonly ids: readonly number[];
  readonly isAll: boolean;
  readonly toggleAll: () => void;
  readonly clear: () => void;
  readonly onRowKey: (event: KeyboardEvent, id: number, index: number) => void;
}

/**
 * Pieces chosen for a bulk action: by pointer, or with Space, Shift and the arrows, Ctrl-A and Escape. A piece that
 * leaves the list leaves the selection with it: no hidden piece can be moved.
 */
export function useSelection(ids: readonly number[]): Selection {
  const [store] = useState(() => new SelectionStore());
  const chosen = useSyncExternalStore(store.subscribe, store.all);
  const selected = useMemo(() => ids.filter((id) => chosen.has(id)), [ids, chosen]);
  const isAll = ids.length > 0 && selected.length === Math.min(ids.length, MOST_MOVED);
  const clear = () => store.choose([]);
  const toggleAll = () => store.choose(isAll ? [] : ids);
  const onRowKey = (event: KeyboardEvent, id: number, index: number) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const next = ids[index + step];
    if (event.key === ' ') store.toggle(id);
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) toggleAll();
    else if (event.key === 'Escape' && selected.length > 0) clear();
    else if (event.shiftKey && step !== 0 && next !== undefined) return store.choose([...chosen, id, next]);
    else return;
    event.preventDefault();
  };
  return { store, ids: selected, isAll, toggleAll, clear, onRowKey };
}

/** Whether one piece is chosen; its box draws again for nothing else. */
export const useIsSelected = (store: SelectionStore, id: number): boolean =>
  useSyncExternalStore(store.subscribe, () => store.all().has(id));

/** For the box at the head of the column: the columns themselves stay the same while one selects. */
export const SelectionContext = createContext<Selection | null>(null);

export function useWholeSelection(): Selection {
  const selection = useContext(SelectionContext);
  if (selection === null) throw new Error('the selection is missing');
  return selection;
}
