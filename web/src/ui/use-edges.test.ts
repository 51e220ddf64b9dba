import { describe, expect, it } from 'vitest';
import { edgesOf } from './use-edges.ts';

describe('a scrolling box', () => {
  it('has more at its end until it is scrolled there', () => {
    expect(edgesOf({ offset: 0, shown: 400, whole: 900 })).toEqual({ start: false, end: true });
    expect(edgesOf({ offset: 200, shown: 400, whole: 900 })).toEqual({ start: true, end: true });
    expect(edgesOf({ offset: 500, shown: 400, whole: 900 })).toEqual({ start: true, end: false });
  });

  it('counts from the right in Arabic, where the offset is negative', () => {
    expect(edgesOf({ offset: -500, shown: 400, whole: 900 })).toEqual({ start: true, end: false });
  });

  it('has no edge where everything is in sight, rounded to a pixel', () => {
    expect(edgesOf({ offset: 0.4, shown: 400, whole: 401 })).toEqual({ start: false, end: false });
  });
});
