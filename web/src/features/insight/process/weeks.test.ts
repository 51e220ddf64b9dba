import { describe, expect, it } from 'vitest';
import { played, startOfPlay, weeksOf, windowIn, withEnd } from './weeks.ts';

const period = { from: '2026-11-04', to: '2026-11-24' };
const weeks = weeksOf(period);
const shown = (search: string) => windowIn(weeks, new URLSearchParams(search));

it('cuts the first and the last week of a period at its ends', () => {
  expect(weeks).toEqual([
    { from: '2026-11-04', to: '2026-11-08' },
    { from: '2026-11-09', to: '2026-11-15' },
    { from: '2026-11-16', to: '2026-11-22' },
    { from: '2026-11-23', to: '2026-11-24' },
  ]);
});

describe('the weeks that are shown', () => {
  it('are those of the address, or all', () => {
    expect(shown('first=2026-11-09&last=2026-11-16')).toEqual({ first: 1, last: 2 });
    expect(shown('')).toEqual({ first: 0, last: 3 });
    expect(shown('first=2020-01-06&last=2026-11-16')).toEqual({ first: 0, last: 2 });
    expect(shown('first=2026-11-16&last=2026-11-09')).toEqual({ first: 0, last: 3 });
  });

  it('change by one end, which does not pass the other', () => {
    expect(withEnd({ first: 1, last: 2 }, 'first', 3)).toEqual({ first: 2, last: 2 });
    expect(withEnd({ first: 1, last: 2 }, 'last', 0)).toEqual({ first: 1, last: 1 });
  });

  it('move on a week at a time, and begin with four weeks where all are shown', () => {
    expect(startOfPlay({ first: 0, last: 9 }, 10)).toEqual({ first: 0, last: 3 });
    expect(startOfPlay({ first: 2, last: 4 }, 10)).toEqual({ first: 3, last: 5 });
    expect(played({ first: 5, last: 8 }, 10)).toEqual({ first: 6, last: 9 });
    expect(played({ first: 6, last: 9 }, 10)).toBeNull();
    expect(startOfPlay({ first: 0, last: 1 }, 2)).toEqual({ first: 0, last: 1 });
  });
});
