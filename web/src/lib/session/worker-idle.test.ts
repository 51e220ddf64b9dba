import { describe, expect, it } from 'vitest';
import { WORKER_IDLE_MS, clockOf, idleLeft } from './worker-idle.ts';

describe('a worker’s idle time', () => {
  it('ends ten minutes after the last touch, not a millisecond earlier', () => {
    expect(idleLeft(1_000, 1_000)).toBe(WORKER_IDLE_MS);
    expect(idleLeft(1_000, 1_000 + WORKER_IDLE_MS - 1)).toBe(1);
    expect(idleLeft(1_000, 1_000 + WORKER_IDLE_MS)).toBe(0);
    expect(idleLeft(1_000, 1_000 + 3 * WORKER_IDLE_MS)).toBe(0);
  });

  it('never grows when the device’s clock is set back', () => {
    expect(idleLeft(90_000_000, 1_000)).toBe(WORKER_IDLE_MS);
  });

  it('is counted down to 0:00, rounded up', () => {
    expect([60_000, 59_001, 1, 0].map(clockOf)).toEqual(['1:00', '1:00', '0:01', '0:00']);
  });
});
