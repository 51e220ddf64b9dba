import { toMs, type Instant } from '../kernel.ts';
import { statusOf, type StatusId } from '../shared/status.ts';
import { overdueAt, overTileOf, type Tile } from './buckets.ts';

type Limits = Parameters<typeof overdueAt>[2];

/** Whether one item is over at a moment: what the queries ask of many rows at once by a cutoff. */
export function isOverdue(status: StatusId, enteredAt: Instant, now: Instant, policy: Limits): boolean {
  const at = overdueAt(status, enteredAt, policy);
  return at !== null && toMs(now) >= toMs(at);
}

/** Every tile an item counts in at a moment: its bucket, and the "over" subset of it. None once taken or cancelled. */
export function tilesOf(status: StatusId, enteredAt: Instant, now: Instant, policy: Limits): readonly Tile[] {
  const { bucket } = statusOf(status);
  if (bucket === null) return [];
  const over = isOverdue(status, enteredAt, now, policy) ? overTileOf(status) : null;
  return over === null ? [bucket] : [bucket, over];
}
