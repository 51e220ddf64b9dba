// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import type { KeyboardEvent } from 'react';
import { describe, expect, it } from 'vitest';
import { useSelection } from './use-selection.ts';

const press = (key: string, over: Partial<KeyboardEvent> = {}): KeyboardEvent =>
  ({
    key,
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    preventDefault: () => undefined,
    ...over,
  }) as KeyboardEvent;

function select(rows: number[]) {
  const { result, rerender } = renderHook((shown: number[]) => useSelection(shown), { initialProps: rows });
  const key = (event: KeyboardEvent, index: number) =>
    act(() => result.current.onRowKey(event, rows[index] as number, index));
  return {
    key,
    rerender,
    ids: () => result.current.ids,
    all: () => result.current.isAll,
  };
}

describe('selecting in the list', () => {
  it('takes one piece with Space, and lets it go again', () => {
    const list = select([1, 2, 3]);
    list.key(press(' '), 1);
    expect(list.ids()).toEqual([2]);
    list.key(press(' '), 1);
    expect(list.ids()).toEqual([]);
  });

  it('takes several with Shift and the arrows, all with Ctrl-A, none with Escape', () => {
    const list = select([1, 2, 3]);
    list.key(press('ArrowDown', { shiftKey: true }), 0);
    expect(list.ids()).toEqual([1, 2]);
    list.key(press('a', { ctrlKey: true }), 0);
    expect(list.all()).toBe(true);
    list.key(press('Escape'), 0);
    expect(list.ids()).toEqual([]);
  });

  it('drops a piece that left the list', () => {
    const list = select([1, 2, 3]);
    list.key(press('a', { ctrlKey: true }), 0);
    list.rerender([1, 3]);
    expect(list.ids()).toEqual([1, 3]);
  });

  it('takes no more than one command can carry', () => {
    const list = select(Array.from({ length: 250 }, (_, id) => id + 1));
    list.key(press('a', { ctrlKey: true }), 0);
    expect(list.ids()).toHaveLength(200);
    expect(list.all()).toBe(true);
  });
});
