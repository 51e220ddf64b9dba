import { toMs, type Instant } from '../kernel.ts';
import type { Policy } from '../policy.ts';
import type { HoldKind } from '../shared/item-facts.ts';
import { rank, Status, type StatusId } from '../shared/status.ts';

/** Why a piece takes longer, as its owner may know it (product/customer-page.md §9). */
export const DELAYS = ['stone', 'part', 'question', 'long'] as const;
export type Delay = (typeof DELAYS)[number];

export interface DelayFacts {
  readonly status: StatusId;
  readonly holds: readonly HoldKind[];
  readonly createdAt: Instant;
  /** The page says already that a fee waits for an answer. */
  readonly waitsForFee: boolean;
}

/**
 * What keeps a piece that is still in repair; null where nothing does, or where the reason is the house's own: a missing piece, a
 * dispute and a waiver are spoken of in person. "Long" begins when the delay message is due (product/messages.md §1).
 */
export function delayOf(
  { status, holds, createdAt, waitsForFee }: DelayFacts,
  now: Instant,
  { messageDelayMs }: Pick<Policy, 'messageDelayMs'>,
): Delay | null {
  const isInRepair = status !== Status.Cancelled && rank(status) < rank(Status.LogisticsShipOut);
  if (!isInRepair || waitsForFee || holds.some((hold) => PRIVATE.includes(hold))) return null;
  if (holds.includes('client')) return 'question';
  if (holds.includes('stone')) return 'stone';
  if (holds.includes('part')) return 'part';
  const isLong = toMs(now) - toMs(createdAt) >= messageDelayMs;
  return isLong || holds.includes('tool') ? 'long' : null;
}

const PRIVATE: readonly HoldKind[] = ['missing', 'dispute', 'approval'];
