import { toInstant, toMs, type Instant, type SiteId } from '../../kernel.ts';
import type { StatusId } from '../../shared/status.ts';
import type { StageTargetPassed } from './clock-events.ts';

/** A time in which the piece waited for others; `until` null = it still waits. */
export interface Pause {
  readonly from: Instant;
  readonly until: Instant | null;
}

/** A stay whose target was passed. */
interface PassedStay {
  readonly status: StatusId;
  readonly siteId: SiteId | null;
  readonly enteredAt: Instant;
}

/** When the piece waited for others, and in which stays it passed its target. */
export interface Clock {
  readonly pauses: readonly Pause[];
  readonly passed: readonly PassedStay[];
}

export const NO_CLOCK: Clock = { pauses: [], passed: [] };

export const targetPassed = (clock: Clock, { data }: StageTargetPassed): Clock => {
  const { status, siteId, enteredAt } = data;
  return { ...clock, passed: [...clock.passed, { status, siteId, enteredAt }] };
};

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
