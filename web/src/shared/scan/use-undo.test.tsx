// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { shownItem } from '../../live/testing-screen.tsx';
import type { LastSave } from './use-save.ts';
import { useUndo, type UndoParts } from './use-undo.ts';
import { pendingVerdict } from './verdict-state.ts';

const item = shownItem(1);
const saved: LastSave = { items: [{ id: 1, number: item.number, from: 3 }] };
const parts = (more: Partial<UndoParts>): UndoParts => ({
  verdict: { ...pendingVerdict('key', item.number, item), kind: 'accepted' },
  lines: [{ item, isScanned: true, isSaved: false }],
  lastSave: null,
  isSaving: false,
  takeBack: () => undefined,
  undoSave: () => undefined,
  ...more,
});

describe('the undo of a bench (product/repair.md §5)', () => {
  it('asked for while a save is on its way, takes that save back once it is answered', () => {
    const [takeBack, undoSave] = [vi.fn<UndoParts['takeBack']>(), vi.fn<UndoParts['undoSave']>()];
    const given = { takeBack, undoSave };
    const { result, rerender } = renderHook(useUndo, { initialProps: parts({ ...given, isSaving: true }) });
    expect(result.current.ofScan).toBeNull();
    result.current.byKey();
    expect(takeBack).not.toHaveBeenCalled();
    rerender(parts({ ...given, lastSave: saved, isSaving: true }));
    expect(undoSave).not.toHaveBeenCalled();
    rerender(parts({ ...given, lastSave: saved }));
    rerender(parts({ ...given, lastSave: saved }));
    expect(undoSave.mock.calls).toEqual([[saved]]);
  });

  it('takes nothing back after a save that was refused', () => {
    const [takeBack, undoSave] = [vi.fn<UndoParts['takeBack']>(), vi.fn<UndoParts['undoSave']>()];
    const given = { takeBack, undoSave, lastSave: saved };
    const { result, rerender } = renderHook(useUndo, { initialProps: parts({ ...given, isSaving: true }) });
    result.current.byKey();
    rerender(parts(given));
    expect([...takeBack.mock.calls, ...undoSave.mock.calls]).toEqual([]);
  });

  it('is of the scan in the panel, also while the list does not show its mark yet', () => {
    const takeBack = vi.fn<UndoParts['takeBack']>();
    const { result } = renderHook(useUndo, { initialProps: parts({ takeBack, lines: [] }) });
    result.current.byKey();
    expect(takeBack.mock.calls).toEqual([[1]]);
  });
});
