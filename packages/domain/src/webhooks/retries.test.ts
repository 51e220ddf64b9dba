import { describe, expect, it } from 'vitest';
import { GIVE_UP_AFTER_MS, retryPauseMs } from './retries.ts';

const MINUTE_MS = 60_000;
const middle = (failures: number) => retryPauseMs(failures, 0.5, null);

describe('the pause before the next attempt', () => {
  it('grows from five seconds to an hour, and stays there', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 500].map(middle)).toEqual([
      5_000,
      30_000,
      2 * MINUTE_MS,
      10 * MINUTE_MS,
      30 * MINUTE_MS,
      60 * MINUTE_MS,
      60 * MINUTE_MS,
      60 * MINUTE_MS,
    ]);
  });

  it('is a fifth shorter or longer by chance', () => {
    expect(retryPauseMs(6, 0, null)).toBe(48 * MINUTE_MS);
    expect(retryPauseMs(6, 1, null)).toBe(72 * MINUTE_MS);
  });

  it('is as long as the receiver asked for, a day at most, and never shorter for it', () => {
    expect(retryPauseMs(1, 0.5, 90_000)).toBe(90_000);
    expect(retryPauseMs(1, 0.5, 1)).toBe(5_000);
    expect(retryPauseMs(1, 0.5, 9e12)).toBe(24 * 60 * MINUTE_MS);
  });

  it('comes more than a hundred times before an endpoint is given up', () => {
    let [waited, attempts] = [0, 0];
    while (waited < GIVE_UP_AFTER_MS) waited += middle((attempts += 1));
    expect(attempts).toBeGreaterThan(100);
  });
});
