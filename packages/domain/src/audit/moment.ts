import { micros, type Instant } from '../kernel.ts';

/**
 * A point of the past on both axes (docs/product/audit.md §2). `asOf`: what was true by then. `knownAt`: only what the
 * system had recorded by then. Null = no limit on that axis, which is today.
 */
export interface Moment {
  readonly asOf: Instant | null;
  readonly knownAt: Instant | null;
}

/** What of an event's envelope says when it was true and when it became known. */
export interface TimedEvent {
  readonly type: string;
  readonly data: object;
  /** The database's clock at the append, to the microsecond. */
  readonly recordedAt: Instant;
  /** `occurredAt`: for a scan, when the device says that it was made. */
  readonly metadata: { readonly occurredAt: Instant };
}

/** What a moment left out comes down to: `knownAt` alone asks for what was known then of that very moment. */
export function momentOf(asOf: Instant | undefined, knownAt: Instant | undefined): Moment | null {
  if (asOf === undefined && knownAt === undefined) return null;
  return { asOf: asOf ?? knownAt ?? null, knownAt: knownAt ?? null };
}

/** A scan reports work at a bench and moves nothing: only scans may be older than earlier events of the log. */
const OBSERVED = 'ItemScanned';

/** An event's place on both axes; both with six digits of a second, so that they sort as text. */
export interface Place {
  readonly trueFrom: Instant;
  readonly knownFrom: Instant;
}

export interface Placed<Event> extends Place {
  readonly event: Event;
}

/** Whether an event stands aside: it neither waits for the event before it nor holds up the next. */
const isObserved = ({ type }: Pick<TimedEvent, 'type'>): boolean => type === OBSERVED;

/**
 * Where an event lies that follows another one of its stream, which null is for the first. What is true never runs
 * backwards: it counts from its own time, but not before the event it followed, and not after it was recorded.
 */
export function placeAfter(before: Place | null, event: TimedEvent): Place {
  const recorded = micros(event.recordedAt);
  const knownFrom = later(before?.knownFrom ?? recorded, recorded);
  const own = earlier(ownTime(event) ?? recorded, knownFrom);
  return { knownFrom, trueFrom: later(before?.trueFrom ?? own, own) };
}

/** The events of one stream, oldest first, with their places. A scan counts from when its device made it. */
export function placeInTime<Event extends TimedEvent>(events: readonly Event[]): readonly Placed<Event>[] {
  let first: Place | null = null;
  let last: Place | null = null;
  return events.map((event) => {
    if (isObserved(event)) return { event, ...observedPlace(first, last, event) };
    const place = placeAfter(last, event);
    first ??= place;
    last = place;
    return { event, ...place };
  });
}

function observedPlace(first: Place | null, last: Place | null, event: TimedEvent): Place {
  const recorded = micros(event.recordedAt);
  const knownFrom = later(last?.knownFrom ?? recorded, recorded);
  const seen = earlier(ownTime(event) ?? recorded, knownFrom);
  const trueFrom = earlier(seen, instantOf(event.metadata.occurredAt) ?? seen);
  return { knownFrom, trueFrom: later(first?.trueFrom ?? trueFrom, trueFrom) };
}

/** What of a stream was true and known at a moment, in the order of the log: fold it as any history. */
export function eventsAt<Event extends TimedEvent>(
  events: readonly Event[],
  { asOf, knownAt }: Moment,
): readonly Event[] {
  const until = asOf === null ? null : micros(asOf);
  const knownUntil = knownAt === null ? null : micros(knownAt);
  return placeInTime(events)
    .filter(({ trueFrom, knownFrom }) => isBy(trueFrom, until) && isBy(knownFrom, knownUntil))
    .map(({ event }) => event);
}

const isBy = (time: Instant, limit: Instant | null): boolean => limit === null || time <= limit;

/** When it happened by the server's clock, as the event itself says it. */
function ownTime({ data }: TimedEvent): Instant | undefined {
  if ('at' in data) return instantOf(data.at);
  return 'createdAt' in data ? instantOf(data.createdAt) : undefined;
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** Undefined for what is no instant: an odd word in an old event must not make a whole past unreadable. */
const instantOf = (value: unknown): Instant | undefined =>
  typeof value === 'string' && INSTANT.test(value) ? micros(value) : undefined;

const later = (a: Instant, b: Instant): Instant => (a > b ? a : b);
const earlier = (a: Instant, b: Instant): Instant => (a < b ? a : b);
