import { describe, expect, it } from 'vitest';
import { atCounter, bulkTargets, resultsOf } from './bulk-moves.ts';

const row = (id: number, status: number) => ({ id, number: `P-${id}`, rma_status_id: status, outcome: null });
const BENCH = ['polishing process', 'QC process', 'repair process'];

describe('moving several on', () => {
  it('offers what the permissions allow, the way of most pieces first', () => {
    const targets = bulkTargets([row(1, 4), row(2, 4), row(3, 5)], BENCH);
    expect(targets).toEqual([
      { status: 6, count: 3 },
      { status: 5, count: 2 },
    ]);
  });

  it('offers nothing without a permission, or from where nothing goes on by hand', () => {
    expect(bulkTargets([row(1, 4)], [])).toEqual([]);
    expect(bulkTargets([row(1, 16), row(2, 20)], BENCH)).toEqual([]);
    expect(bulkTargets([], BENCH)).toEqual([]);
  });

  it('counts only what is still at the counter for packing and cancelling', () => {
    expect(atCounter([row(1, 1), row(2, 2), row(3, 1)]).map(({ id }) => id)).toEqual([1, 3]);
  });
});

describe('the result', () => {
  it('has a line for every piece in the order of the asking, also for one without an answer', () => {
    const answers = [
      { id: 2, success: false, code: 'wrong_stage', message: 'no' },
      { id: 1, success: true, code: 'ok', message: '' },
    ];
    expect(resultsOf([row(1, 4), row(2, 4), row(3, 4)], answers)).toEqual([
      { id: 1, number: 'P-1', success: true, code: 'ok', message: '' },
      { id: 2, number: 'P-2', success: false, code: 'wrong_stage', message: 'no' },
      { id: 3, number: 'P-3', success: false, code: 'unknown', message: '' },
    ]);
  });
});
