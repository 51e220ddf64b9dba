import { describe, expect, it } from 'vitest';
import { pastIn } from './past.ts';

describe('the past moment of an address', () => {
  it('is what stands in it, on either axis', () => {
    expect(pastIn('?page=2&as_of=2026-11-20T10:00:00Z')).toEqual({ as_of: '2026-11-20T10:00:00Z' });
    expect(pastIn('?as_of=2026-11-20T10:00:00Z&known_at=2026-11-20T10:05:00Z')).toEqual({
      as_of: '2026-11-20T10:00:00Z',
      known_at: '2026-11-20T10:05:00Z',
    });
  });

  it('is none without a moment, or with words that are none', () => {
    expect(pastIn('')).toBeNull();
    expect(pastIn('?as_of=yesterday')).toBeNull();
  });
});
