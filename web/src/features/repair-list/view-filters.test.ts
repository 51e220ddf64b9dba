import { describe, expect, it } from 'vitest';
import { EMPTY_LIST_STATE, type ListState } from './list-state.ts';
import { isShown, stateOfView, viewFiltersOf } from './view-filters.ts';

const state: ListState = {
  ...EMPTY_LIST_STATE,
  q: 'Dupont',
  status: 15,
  hold: 'any',
  hide: ['fee'],
  sort: 'age',
  open: { rmaId: 1, itemId: 2 },
};

describe('a saved view', () => {
  it('holds filters, order and columns, never what was searched for or is open', () => {
    expect(viewFiltersOf(state)).toEqual({ status: '15', hold: 'any', hide: 'fee', sort: 'age' });
    expect(viewFiltersOf(EMPTY_LIST_STATE)).toEqual({});
  });

  it('comes back as it was kept, and leaves out what is no longer understood', () => {
    const view = { filters: viewFiltersOf(state) };
    expect(stateOfView(view)).toEqual({ ...state, q: '', open: null });
    expect(stateOfView({ filters: { hold: 'gone', status: '99' } })).toEqual(EMPTY_LIST_STATE);
  });

  it('is shown while the list is just so', () => {
    const view = { filters: viewFiltersOf(state) };
    expect(isShown(view, { ...state, q: '' })).toBe(true);
    expect(isShown(view, state)).toBe(false);
    expect(isShown(view, { ...state, q: '', status: 1 })).toBe(false);
  });
});
