import { describe, expect, it } from 'vitest';
import { toneOf } from './use-live.ts';

describe('the freshness dot', () => {
  it('turns amber after ten seconds and stale after thirty', () => {
    expect([0, 10, 11, 30, 31].map((seconds) => toneOf('live', seconds))).toEqual([
      'live',
      'live',
      'amber',
      'amber',
      'stale',
    ]);
    expect(toneOf('refused', 0)).toBe('stale');
  });
});
