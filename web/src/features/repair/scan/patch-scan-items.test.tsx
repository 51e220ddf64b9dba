import type { ItemView } from '@atelier/domain/rma/contract.ts';
import { describe, expect, it } from 'vitest';
import type { LiveChange } from '../../../lib/live/keyed-store.ts';
import { patchScanItems } from './patch-scan-items.ts';

const item = (id: number, version: number, status: number): ItemView =>
  ({ kind: 'item', id, version, rma_status_id: status }) as unknown as ItemView;
const change = (
  rows: ItemView[],
  removed: { id: number; version: number }[] = [],
): Pick<LiveChange, 'rows' | 'removed'> => ({
  rows: rows as unknown as LiveChange['rows'],
  removed: removed.map((one) => ({ ...one, kind: 'item' as const })),
});
const answer = { data: [item(1, 5, 2), item(2, 5, 2)], total: 2 };
const always = (): boolean => true;

describe('a live scanning list', () => {
  it('keeps a piece that moved on, whichever topic tells first', () => {
    const rowFirst = patchScanItems(
      patchScanItems(answer, change([item(1, 6, 3)]), always),
      change([], [{ id: 1, version: 6 }]),
      always,
    );
    const removalFirst = patchScanItems(
      patchScanItems(answer, change([], [{ id: 1, version: 6 }]), always),
      change([item(1, 6, 3)]),
      always,
    );
    for (const after of [rowFirst, removalFirst]) {
      expect(after.data.find((row) => row.id === 1)?.rma_status_id).toBe(3);
      expect(after.total).toBe(2);
    }
  });

  it('lets go what left to where nobody looks', () => {
    expect(
      patchScanItems(answer, change([], [{ id: 2, version: 6 }]), always).data.map((row) => row.id),
    ).toEqual([1]);
  });

  it('takes in only what belongs, and nothing older', () => {
    expect(patchScanItems(answer, change([item(3, 1, 9)]), () => false)).toBe(answer);
    expect(patchScanItems(answer, change([item(1, 4, 1)]), always)).toBe(answer);
  });
});
