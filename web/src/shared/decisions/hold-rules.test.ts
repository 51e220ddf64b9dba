import { describe, expect, it } from 'vitest';
import { placeableHolds, releasableHolds } from './hold-rules.ts';

const item = (holds: string[] = [], over: object = {}) => ({
  holds,
  waived_fee: 0,
  rma_status_id: 3,
  ...over,
});

describe('holds by hand (product/repair.md §4)', () => {
  it('are placed by their own people, and not twice', () => {
    expect(placeableHolds(item(), ['sav check'])).toEqual(['stone', 'part', 'client', 'tool', 'approval']);
    expect(placeableHolds(item(['stone'], { rma_status_id: 10 }), ['setting stone'])).toEqual([
      'part',
      'client',
      'tool',
    ]);
    expect(placeableHolds(item([], { rma_status_id: 15 }), ['shop handover'])).toEqual(['dispute']);
    expect(placeableHolds(item(['approval']), ['decide waived fee'])).toEqual([]);
    expect(placeableHolds(item(), ['take payment'])).toEqual([]);
  });

  it('are offered where they can still stop something', () => {
    const offered = (hold: string) =>
      [1, 3, 17, 11, 12, 13, 14, 15, 16, 20, 21].filter((rma_status_id) =>
        placeableHolds(item([], { rma_status_id }), ['decide waived fee', 'QC final']).some(
          (one) => one === hold,
        ),
      );
    expect(offered('approval')).toEqual([1, 3, 17, 11]);
    expect(offered('stone')).toEqual([3, 17, 11, 12]);
    expect(offered('dispute')).toEqual([13, 14, 15, 16]);
  });

  it('are released, save for the approval that is a waiver’s own', () => {
    expect(releasableHolds(item(['approval', 'missing']), ['sav check'])).toEqual(['approval']);
    expect(releasableHolds(item(['approval'], { waived_fee: 1 }), ['sav check'])).toEqual([]);
    expect(releasableHolds(item(['dispute'], { waived_fee: 1 }), ['shop handover'])).toEqual(['dispute']);
  });
});
