import { useEffect } from 'react';
import { useDrafts } from '../../lib/drafts/use-drafts.ts';
import type { ScanLine } from './scan-lines.ts';

export interface ItemDrafts<T> {
  readonly of: (itemId: number) => T | undefined;
  readonly set: (itemId: number, draft: T) => void;
  readonly drop: (itemIds: readonly number[]) => void;
  /** False for the moment in which the device is asked. */
  readonly isReady: boolean;
}

/**
 * What was noted of each piece at a station and is not saved yet. A scan's mark stays over a reload, so what was noted
 * with it stays as well: kept per person, station and piece until it is saved, here or elsewhere, or dropped.
 */
export function useItemDrafts<T>(subject: string, lines: readonly ScanLine[]): ItemDrafts<T> {
  const { values, set, drop, isReady } = useDrafts<T>(subject);
  useEffect(() => {
    const saved = lines.filter(({ isSaved }) => isSaved).map(({ item }) => String(item.id));
    const left = saved.filter((id) => values.has(id));
    if (left.length > 0) drop(left);
  }, [lines, values, drop]);
  return {
    isReady,
    of: (itemId) => values.get(String(itemId)),
    set: (itemId, draft) => set(String(itemId), draft),
    drop: (itemIds) => drop(itemIds.map(String)),
  };
}
