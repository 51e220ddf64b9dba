import { describe, expect, it } from 'vitest';
import { retryAfterMs } from './retry-after.ts';

describe('Retry-After', () => {
  it('is seconds, or a date against that of the answer', () => {
    expect(retryAfterMs(new Headers({ 'retry-after': '7' }))).toBe(7_000);
    const date = 'Sun, 22 Nov 2026 08:00:00 GMT';
    const later = 'Sun, 22 Nov 2026 08:00:30 GMT';
    expect(retryAfterMs(new Headers({ 'retry-after': later, date }))).toBe(30_000);
    expect(retryAfterMs(new Headers({ 'retry-after': date, date: later }))).toBe(0);
  });
  it('is nothing when it is missing or cannot be read', () => {
    expect(retryAfterMs(new Headers())).toBeNull();
    expect(retryAfterMs(new Headers({ 'retry-after': 'soon' }))).toBeNull();
  });
});
