// @vitest-environment jsdom
import type { SavedView } from '@atelier/contracts/repair-list/views/schema.ts';
import { act, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ApiResponse } from '../../lib/api/client.ts';
import { keepFilters, lastFilters } from '../../lib/session/last-filters.ts';
import { endSession } from '../../lib/session/session-store.ts';
import { EMPTY_LIST_STATE, type ListState } from './list-state.ts';
import { useFirstFilters } from './use-views.ts';

const view = (id: number, isDefault: boolean): SavedView => ({
  id,
  name: `View ${id}`,
  filters: { status: '15' },
  is_default: isDefault,
});
const answer = (...views: SavedView[]) => ({ data: views }) as unknown as ApiResponse<SavedView[]>;
const pending = { data: undefined, isPending: true };

function open(state: ListState, views: { data: ApiResponse<SavedView[]> | undefined; isPending: boolean }) {
  const change = vi.fn<(part: Partial<ListState>) => void>();
  const hook = renderHook((given: typeof views) => useFirstFilters('shop', given, state, change), {
    initialProps: views,
  });
  return { change, ...hook };
}

describe('the default view', () => {
  afterEach(() => {
    vi.useRealTimers();
    sessionStorage.clear();
  });

  it('opens a list that was opened without filters, once, and nothing is read before', () => {
    const { change, result, rerender } = open(EMPTY_LIST_STATE, pending);
    expect(result.current).toBe(true);
    rerender({ data: answer(view(1, false), view(2, true)), isPending: false });
    expect(change).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ status: 15 }));
    expect(result.current).toBe(false);
    rerender({ data: answer(view(3, true)), isPending: false });
    expect(change).toHaveBeenCalledOnce();
  });

  it('leaves a list alone that has filters in its address', () => {
    const { change, result } = open(
      { ...EMPTY_LIST_STATE, status: 1 },
      { data: answer(view(1, true)), isPending: false },
    );
    expect(result.current).toBe(false);
    expect(change).not.toHaveBeenCalled();
  });

  it('holds a list up for a moment only when the views do not come', () => {
    vi.useFakeTimers();
    const { change, result, rerender } = open(EMPTY_LIST_STATE, pending);
    act(() => void vi.advanceTimersByTime(2_000));
    expect(result.current).toBe(false);
    rerender({ data: answer(view(1, true)), isPending: false });
    expect(change).not.toHaveBeenCalled();
  });
});

const { open: _, ...FILTERS } = EMPTY_LIST_STATE;

describe('the last filters', () => {
  afterEach(() => sessionStorage.clear());
  const ready = { data: answer(view(1, true)), isPending: false };

  it('come back before the default view, without words of a search and without the open piece', () => {
    const left = { ...EMPTY_LIST_STATE, status: 3, q: 'Durand', open: { rmaId: 5, itemId: null } };
    open(left, ready).unmount();
    const { change, result } = open(EMPTY_LIST_STATE, pending);
    expect(result.current).toBe(false);
    expect(change).toHaveBeenCalledExactlyOnceWith({ ...FILTERS, status: 3 });
  });

  it('are none after everything was cleared', () => {
    open({ ...EMPTY_LIST_STATE, status: 3 }, ready).rerender(ready);
    keepFilters('shop', '');
    expect(open(EMPTY_LIST_STATE, ready).change).toHaveBeenCalledExactlyOnceWith(FILTERS);
  });

  it('give way to an address that names its own', () => {
    keepFilters('shop', 'status=3');
    expect(open({ ...EMPTY_LIST_STATE, bucket: 'in_transit' }, ready).change).not.toHaveBeenCalled();
  });

  it('end with the session', () => {
    keepFilters('shop', 'status=3');
    endSession();
    expect(lastFilters('shop')).toBeNull();
  });
});
