import type { ItemView } from '@atelier/domain/rma/schema.ts';
import { describe, expect, it } from 'vitest';
import type { LiveChange } from '../../live/keyed-store.ts';
import { patchScanItems, takeInScanned } from './patch-scan-items.ts';

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

describe('a scanning list takes in what was scanned', () => {
  const here = { target: 3, tracking: 'BOX-1' };
  const scan = { target: 3, trackingNo: 'BOX-1' };
  const ids = (after: typeof answer) => after.data.map(({ id }) => id);

  it('when it is accepted, also a piece that only just came', () => {
    const after = takeInScanned(answer, scan, { verdict: 'accepted', item: item(3, 1, 2) }, here);
    expect(ids(after)).toContain(3);
  });

  it.each(['wrong_package', 'wrong_stage', 'already_done', 'held', 'cancelled', 'unknown'] as const)(
    'never as an expected piece when the verdict is %s',
    (verdict) => {
      expect(takeInScanned(answer, scan, { verdict, item: item(3, 1, 2) }, here)).toBe(answer);
    },
  );

  it('never from a scan that waited for its connection and belongs to another package or stage', () => {
    const view = { verdict: 'accepted', item: item(3, 1, 2) } as const;
    for (const made of [
      { ...scan, trackingNo: 'BOX-2' },
      { ...scan, trackingNo: null },
      { ...scan, target: 19 },
    ])
      expect(takeInScanned(answer, made, view, here)).toBe(answer);
  });

  it('and a line that stands there already is brought up to date, whatever the verdict', () => {
    const after = takeInScanned(answer, scan, { verdict: 'already_done', item: item(1, 6, 3) }, here);
    expect(after.data.find(({ id }) => id === 1)?.rma_status_id).toBe(3);
    expect(new Set(ids(after))).toEqual(new Set([1, 2]));
  });
});
