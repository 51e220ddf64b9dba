import { describe, expect, it } from 'vitest';
import { moveKindOf } from '../item/moves.ts';
import { savDifference, suggestedStatus, type Examined } from './sav-difference.ts';
import { STATUSES } from '../../shared/status.ts';

const examined = (over: Partial<Examined> = {}): Examined => ({
  claimedReasons: [1, 2],
  inWarranty: true,
  foundReasons: [1, 2],
  cause: 'Production Issue',
  ...over,
});

describe('the factory’s decision beside the shop’s (product/repair.md §11)', () => {
  it('does not differ before anything was saved, nor when both say the same', () => {
    expect(savDifference(examined({ cause: null, foundReasons: [9] }))).toBeNull();
    expect(savDifference(examined())).toBeNull();
    expect(savDifference(examined({ foundReasons: [2, 1] }))).toBeNull();
  });

  it('does not differ in its reasons while the factory has named none', () => {
    expect(savDifference(examined({ foundReasons: [] }))).toBeNull();
  });

  it('names what was claimed and not found, and what was found and not claimed', () => {
    expect(savDifference(examined({ foundReasons: [2, 3] }))).toEqual({
      notFound: [1],
      added: [3],
      payment: null,
    });
  });

  it('says when a piece in warranty is chargeable after all', () => {
    expect(savDifference(examined({ cause: 'Customers Issue' }))?.payment).toBe('chargeable');
    expect(savDifference(examined({ cause: 'Design Issue' }))).toBeNull();
    expect(savDifference(examined({ cause: 'SAV Repair Issue' }))).toBeNull();
  });

  it('says when a piece out of warranty is free after all', () => {
    const out = { inWarranty: false };
    expect(savDifference(examined({ ...out, cause: 'SAV Repair Issue' }))?.payment).toBe('free');
    expect(savDifference(examined({ ...out, cause: 'Expire Warranty' }))).toBeNull();
    expect(savDifference(examined({ ...out, cause: 'Customers Issue' }))).toBeNull();
  });

  it('leads from the two checks to SAVCheckResult, and from nowhere else', () => {
    const differing = examined({ cause: 'Customers Issue' });
    const leading = STATUSES.filter(({ id }) => suggestedStatus(id, differing) !== null).map(({ id }) => id);
    expect(leading).toEqual([3, 19]);
    expect(leading.map((id) => moveKindOf(id, 17))).toEqual(['forward', 'forward']);
    expect(suggestedStatus(3, examined())).toBeNull();
  });
});

describe('a single reason', () => {
  it('that the factory names is enough to compare', () => {
    expect(savDifference(examined({ foundReasons: [1] }))).toEqual({
      notFound: [2],
      added: [],
      payment: null,
    });
  });
});
