import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readListState, writeListState, type ListState } from './list-state.ts';

export type ChangeList = (part: Partial<ListState>) => void;

/** The list's state lives in the address, so that a reload, a link or the back button finds it again. */
export function useListState(): [ListState, ChangeList] {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => readListState(params), [params]);
  const change = useCallback<ChangeList>(
    (part) => {
      // Typing and sorting replace; opening or closing a piece is a step that "back" undoes.
      const isStep = part.open !== undefined;
      // As the address is now, not as it was drawn: a piece may be opening while the search's pause in typing ends.
      const before = new URLSearchParams(location.search);
      setParams(writeListState({ ...readListState(before), ...part }, before), { replace: !isStep });
    },
    [setParams],
  );
  return [state, change];
}
