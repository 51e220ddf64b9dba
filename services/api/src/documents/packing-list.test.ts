import { describe, expect, it } from 'vitest';
import { inTwoLines } from './packing-list.ts';

const upTo = (most: number) => (line: string) => line.length <= most;

describe('the reasons on a packing list', () => {
  it('go on below where one line does not hold them', () => {
    expect(inTwoLines('Plating faded or discoloured, Stone missing', upTo(30))).toEqual([
      'Plating faded or discoloured,',
      'Stone missing',
    ]);
    expect(inTwoLines('镀层褪色或变色、宝石松动或缺失', upTo(8))[0].length).toBeLessThanOrEqual(8);
  });

  it('stay on one line where there is room, and lose no letter', () => {
    expect(inTwoLines('Stone missing', upTo(30))).toEqual(['Stone missing', '']);
    const [first, rest] = inTwoLines('镀层褪色或变色、宝石松动或缺失', upTo(8));
    expect(first + rest).toBe('镀层褪色或变色、宝石松动或缺失');
  });
});
