import type { SavedView, ViewFilters } from '@atelier/contracts/repair-list/views/schema.ts';
import { VIEW_PARAMETERS } from '@atelier/domain/repair-list/views/contract.ts';
import { EMPTY_LIST_STATE, readListState, writeListState, type ListState } from './list-state.ts';

/** What a view keeps of a list: filters, order and columns; neither the search box nor the open piece. */
export function viewFiltersOf(state: ListState): ViewFilters {
  const params = writeListState(state);
  const kept = VIEW_PARAMETERS.flatMap((name) => {
    const value = params.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(kept);
}

/** The list as a view shows it; filters of an older view that are no longer known are left out. */
export function stateOfView({ filters }: Pick<SavedView, 'filters'>): ListState {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) params.set(name, value);
  return { ...EMPTY_LIST_STATE, ...readListState(params), q: '', open: null };
}

/** Whether the list shows just this view now. */
export const isShown = (view: Pick<SavedView, 'filters'>, state: ListState): boolean =>
  state.q === '' && JSON.stringify(viewFiltersOf(stateOfView(view))) === JSON.stringify(viewFiltersOf(state));
