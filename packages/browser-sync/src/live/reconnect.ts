import { LIVE_CLOSE, LIVE_LIMITS } from '@atelier/domain/live/contract.ts';

const FIRST_MS = 500;
const MOST_MS = 15_000;
const RESTART_SPREAD_MS = 2000;

/** Three missing heartbeats mean that the server is gone. */
export const silenceLimitMs = 3 * LIVE_LIMITS.heartbeatMs;

/**
 * How long to wait before the next try, in ms, with full jitter so that 10,000 screens do not come back in one instant.
 * A restarting node (1012) and a cut for slowness (4408) are met at once, spread over two seconds; all else backs off.
 */
export function retryDelay(code: number, attempt: number, random: () => number): number {
  if ((code === LIVE_CLOSE.restarting || code === LIVE_CLOSE.slow) && attempt === 0)
    return random() * RESTART_SPREAD_MS;
  const ceiling = Math.min(MOST_MS, FIRST_MS * 2 ** attempt);
  return ceiling / 2 + (random() * ceiling) / 2;
}
