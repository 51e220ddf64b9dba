import { describe, expect, it } from 'vitest';
import { bodyOf, countsOf, NO_TICKS, ticksOf, toggled } from './ticks.ts';

const PIECES = [{ id: 1 }, { id: 2 }, { id: 3 }];

describe('ticks of a SAV check', () => {
  it('count a piece with both ticks once among those not in order', () => {
    const both = toggled(toggled(NO_TICKS, 'wrong', 1), 'without', 1);
    expect(countsOf(both, PIECES)).toEqual({ wrong: 1, without: 1, fine: 2, of: 3 });
    expect(countsOf(toggled(both, 'wrong', 1), PIECES)).toMatchObject({ wrong: 0, without: 1, fine: 2 });
  });

  it('send the two numbers with the pieces behind them', () => {
    const ticks = toggled(toggled(NO_TICKS, 'without', 3), 'without', 1);
    expect(bodyOf('T-1', ticks)).toEqual({
      tracking_no: 'T-1',
      wrong_reason: 0,
      no_warranty: 2,
      wrong_reason_items: [],
      no_warranty_items: [3, 1],
    });
  });

  it('begin with the newest check, and empty where only its numbers are known', () => {
    const check = { wrong_reason: 1, no_warranty: 0, items: 3, by: '', at: '' };
    const ticks = ticksOf({ ...check, wrong_reason_items: [2], no_warranty_items: [] });
    expect(countsOf(ticks, PIECES)).toMatchObject({ wrong: 1, fine: 2 });
    expect(ticksOf({ ...check, wrong_reason_items: null, no_warranty_items: null })).toEqual(NO_TICKS);
  });
});
