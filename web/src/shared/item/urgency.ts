import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import type { Urgency } from '@atelier/ui/feedback/tag.tsx';

const DUE_FROM = 0.75;
const OVER_FROM = 1.25;

export interface Aged {
  readonly status_entered_at: string;
  readonly due_at: string | null;
  /** The clock of its stage; null or missing outside the factory. */
  readonly stage_clock?: ItemView['stage_clock'];
}

const clockStart = ({ stage_clock: clock, status_entered_at: enteredAt }: Aged): number =>
  Date.parse(clock?.from ?? enteredAt);

/** A clock that stands counts up to its pause (product/dashboard.md §3). */
function clockEnd({ stage_clock: clock }: Aged, now: number): number {
  return clock?.paused_since == null ? now : Math.min(now, Date.parse(clock.paused_since));
}

/** How long a piece has stood where it stands, without the time in which others had to act. */
export const ageOf = (item: Aged, now: number): number => Math.max(0, clockEnd(item, now) - clockStart(item));

/** How much of its time a piece has used: 0 on entry, 1 at the moment the server calls it due; 0 where nothing is due. */
export function usedPart(item: Aged, now: number): number {
  if (item.due_at === null) return 0;
  const start = clockStart(item);
  const span = Date.parse(item.due_at) - start;
  return span > 0 ? (clockEnd(item, now) - start) / span : 1;
}

/** The four shapes of urgency. The server names the moment a piece is due; from then on it is late, later over. */
export function urgencyOf(item: Aged, now: number): Urgency {
  const used = usedPart(item, now);
  if (used >= OVER_FROM) return 'over';
  if (used >= 1) return 'late';
  return used >= DUE_FROM ? 'due' : 'ok';
}

/** When each piece falls due, read once: a board asks it of thousands at each of its changes. */
const dueMoments = new WeakMap<Aged, number>();

function dueMoment(item: Aged): number {
  const known = dueMoments.get(item);
  if (known !== undefined) return known;
  const due = item.due_at === null ? Infinity : Date.parse(item.due_at);
  // What had not fallen due when its clock stopped does not while the clock stands.
  const moment = clockEnd(item, due) < due ? Infinity : due;
  dueMoments.set(item, moment);
  return moment;
}

/** From the moment on at which `usedPart` is 1. */
export const isPastDue = (item: Aged, now: number): boolean => now >= dueMoment(item);

type Waiting = Aged & Pick<ItemView, 'id'>;

/** What waits longest first. Moments are written alike, so that their order is that of their text. */
export const byEntry = (a: Waiting, b: Waiting): number => {
  if (a.status_entered_at === b.status_entered_at) return a.id - b.id;
  return a.status_entered_at < b.status_entered_at ? -1 : 1;
};

/** The most urgent first: what is furthest past its time, then what waits longest. */
export const byUrgency = (now: number) => (a: Waiting, b: Waiting) =>
  usedPart(b, now) - usedPart(a, now) || byEntry(a, b);
