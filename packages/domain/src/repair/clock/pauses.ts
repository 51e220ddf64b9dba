import { toInstant, toMs, type Instant } from '../../kernel.ts';
import { PAUSE_REASONS, type HoldKind, type PauseReason } from '../../shared/item-facts.ts';
import { feeAskedOf } from '../fees/fee-waits.ts';
import { holdsOf } from '../holds/holds.ts';
import type { Item } from '../item/item.ts';

/**
 * The holds that wait for others. A tool is the bench's to find, a missing piece the site's, and a dispute stops only the
 * handover: none of these stops the clock.
 */
const HOLD_PAUSES: Readonly<Record<HoldKind, PauseReason | null>> = {
  approval: 'headquarters',
  client: 'client',
  stone: 'part',
  part: 'part',
  tool: null,
  missing: null,
  dispute: null,
};

/** A time in which the piece waited for others; `until` null = it still waits. */
export interface Pause {
  readonly from: Instant;
  readonly until: Instant | null;
}

/** For whom the piece waits; null where the stage itself has to act. */
export function pauseReasonOf(item: Item): PauseReason | null {
  const reasons = new Set(holdsOf(item).map((hold) => HOLD_PAUSES[hold]));
  if (feeAskedOf(item) === 'open') reasons.add('client');
  return PAUSE_REASONS.find((reason) => reasons.has(reason)) ?? null;
}

/** Several reasons at once are one pause: it ends with the last of them. Pauses neither overlap nor touch. */
export function pausesAfter(pauses: readonly Pause[], isPaused: boolean, at: Instant): readonly Pause[] {
  const last = pauses.at(-1);
  const isOpen = last?.until === null;
  if (isPaused === isOpen) return pauses;
  if (isOpen) return ended(pauses, last, at);
  if (last?.until != null && toMs(last.until) >= toMs(at)) return reopened(pauses);
  return [...pauses, { from: at, until: null }];
}

/** An event of before the pause began takes it away. */
function ended(pauses: readonly Pause[], last: Pause, at: Instant): readonly Pause[] {
  const before = pauses.slice(0, -1);
  return toMs(at) > toMs(last.from) ? [...before, { ...last, until: at }] : before;
}

const reopened = (pauses: readonly Pause[]): readonly Pause[] =>
  pauses.map((pause, index) => (index === pauses.length - 1 ? { ...pause, until: null } : pause));

/** Undoing the move that ended a pause: the pause never ended. */
export function pausesBeforeMove(pauses: readonly Pause[], movedAt: Instant | null): readonly Pause[] {
  return movedAt !== null && pauses.at(-1)?.until === movedAt ? reopened(pauses) : pauses;
}

/** How long the clock stood since `enteredAt`, up to `now`. */
export function pausedMs(pauses: readonly Pause[], enteredAt: Instant, now: Instant): number {
  return pauses.reduce((sum, pause) => sum + overlapMs(pause, toMs(enteredAt), toMs(now)), 0);
}

function overlapMs({ from, until }: Pause, begin: number, end: number): number {
  const last = until === null ? end : Math.min(toMs(until), end);
  return Math.max(0, last - Math.max(toMs(from), begin));
}

/** The clock of a stage at a moment. */
export interface StageClock {
  /** Entry to the stage, later by the pauses that ended: the age that counts is measured from here. */
  readonly from: Instant;
  /** Since when it stands; null while it runs. */
  readonly pausedSince: Instant | null;
}

export function stageClock(pauses: readonly Pause[], enteredAt: Instant): StageClock {
  const open = pauses.at(-1);
  const closed = pauses.filter(({ until }) => until !== null);
  const stood = pausedMs(closed, enteredAt, closed.at(-1)?.until ?? enteredAt);
  const from = stood === 0 ? enteredAt : toInstant(toMs(enteredAt) + stood);
  if (open?.until !== null) return { from, pausedSince: null };
  return { from, pausedSince: toMs(open.from) > toMs(enteredAt) ? open.from : enteredAt };
}

/** Time in the stage without its pauses. */
export function clockMs({ from, pausedSince }: StageClock, now: Instant): number {
  const until = pausedSince === null ? toMs(now) : Math.min(toMs(pausedSince), toMs(now));
  return Math.max(0, until - toMs(from));
}
