import { HOUR_MS, toInstant, toMs, type Instant, type SiteId } from '../kernel.ts';
import { stageLimitsOf, type Policy } from '../policy.ts';
import { isAtFactory, STATUSES, statusOf, type BucketName, type StatusId } from '../shared/status.ts';

/**
 * The tiles of product/dashboard.md §1: the buckets of the status table and the two "over" subsets, and of what waits: whose
 * customer is to be called, and whose reminder was escalated to the headquarters, and what a shop keeps for the client of another (product/dashboard.md §1).
 */
export type Tile =
  | BucketName
  | 'ready_to_ship_over_72h'
  | 'waiting_for_customer_over_week'
  | 'to_call'
  | 'call_escalated'
  | 'here_for_others';

type Limits = Pick<Policy, 'readyToShipOverMs' | 'waitingOverMs'>;

interface Overdue {
  readonly tile: Tile;
  readonly limit: (policy: Limits) => number;
}

const OVERDUE: Readonly<Partial<Record<BucketName, Overdue>>> = {
  ready_to_ship: { tile: 'ready_to_ship_over_72h', limit: (policy) => policy.readyToShipOverMs },
  waiting_for_customer: { tile: 'waiting_for_customer_over_week', limit: (policy) => policy.waitingOverMs },
};

/**
 * The moment an item turns overdue: 72 h after it entered 1, a week after it entered 15; null elsewhere. From that very
 * moment on it is over (product/dashboard.md §2): one millisecond before it is not.
 */
export function overdueAt(status: StatusId, enteredAt: Instant, policy: Limits): Instant | null {
  const { bucket } = statusOf(status);
  const overdue = bucket === null ? undefined : OVERDUE[bucket];
  return overdue === undefined ? null : toInstant(toMs(enteredAt) + overdue.limit(policy));
}

/** Where a piece stands and since when, by the clock of its stage. */
export interface Standing {
  readonly status: StatusId;
  readonly siteId: SiteId | null;
  readonly enteredAt: Instant;
  /** Entry to the stage, later by the pauses that ended; null outside the factory. */
  readonly clockFrom: Instant | null;
  readonly usualHours: number | null;
}

/**
 * When a piece should move on: out of a shop before it is overdue, off a stage by its target; null = nothing is due. While the
 * stage's clock stands, the moment moves on with it: late is what had reached it when the clock stopped.
 */
export function dueAt(standing: Standing, policy: Limits & Pick<Policy, 'stages'>): Instant | null {
  const { status, enteredAt, clockFrom, usualHours } = standing;
  if (!isAtFactory(status)) return overdueAt(status, enteredAt, policy);
  const hours = stageLimitsOf(standing, { targetHours: usualHours, wipLimit: null }, policy).targetHours;
  return hours === null ? null : toInstant(toMs(clockFrom ?? enteredAt) + hours * HOUR_MS);
}

/** The tile of what is over in a status; null where nothing turns overdue. */
export function overTileOf(status: StatusId): Tile | null {
  const { bucket } = statusOf(status);
  return bucket === null ? null : (OVERDUE[bucket]?.tile ?? null);
}

/** A status in which an item turns overdue by the clock alone. */
export interface OverdueTerm {
  readonly status: StatusId;
  readonly tile: Tile;
  /** Entered at or before this moment = over. */
  readonly cutoff: Instant;
}

/** Every such status at a moment, for a query: a row is over when `entered_at <= cutoff`. */
export function overdueTerms(now: Instant, policy: Limits): readonly OverdueTerm[] {
  return STATUSES.flatMap(({ id, bucket }) => {
    const overdue = bucket === null ? undefined : OVERDUE[bucket];
    if (overdue === undefined) return [];
    return [{ status: id, tile: overdue.tile, cutoff: toInstant(toMs(now) - overdue.limit(policy)) }];
  });
}

/** Entered at or before this moment = over, for a query: `status_entered_at <= cutoff`. */
export function overdueCutoff(tile: Tile, now: Instant, policy: Limits): Instant | null {
  return overdueTerms(now, policy).find((term) => term.tile === tile)?.cutoff ?? null;
}

/** The next moment one of these items turns overdue by the clock alone; null when none will. */
export function nextFlip(
  items: readonly { readonly status: StatusId; readonly enteredAt: Instant }[],
  now: Instant,
  policy: Limits,
): Instant | null {
  const moments = items
    .map(({ status, enteredAt }) => overdueAt(status, enteredAt, policy))
    .filter((at): at is Instant => at !== null && toMs(at) > toMs(now))
    .map(toMs);
  return moments.length === 0 ? null : toInstant(Math.min(...moments));
}
