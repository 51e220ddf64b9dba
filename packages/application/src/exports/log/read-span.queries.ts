import { exportableData } from '@atelier/domain/event-fields/event-fields.ts';
import type { LoggedEvent } from '@atelier/contracts/exports/log/logged-event.ts';
import { micros, MINUTE_MS, toInstant, toMs, type Instant } from '@atelier/domain/kernel.ts';
import { ArchivedHistory } from '@atelier/transparency-log/archive/archived-history.ts';
import type { EventStore, LogEvent } from '@atelier/event-store/types.ts';
import type { Horizon, LogCursor } from '@atelier/event-store/log-requests.ts';
import type { Clock } from '@atelier/postgres/timers.ts';
import type { AppDb } from '../../platform/database.ts';

/** A piece of a file in an open format. */
export interface LogChunk {
  readonly text: string;
  /** Events in it. */
  readonly rows: number;
  /** Where the log has been read up to, and where reading will end. */
  readonly position: number;
  readonly end: number;
}

/** What open formats read: the log, and the places that it names. */
export interface LogServices {
  readonly store: EventStore;
  readonly db: AppDb;
  readonly clock: Clock;
}

/** A span of the log: from a moment on and before another, behind a position; null = without that end. */
export interface Span {
  readonly from: Instant | null;
  readonly to: Instant | null;
  readonly after: number;
}

export interface SpanBatch {
  readonly events: readonly LoggedEvent[];
  /** Where the log has been read up to. */
  readonly position: number;
  /** Where reading will end at the latest. */
  readonly end: number;
}

type LogReader = Pick<EventStore, 'readLog' | 'readHorizon'>;

/** Events read at once. */
const STRETCH = 500;
/** Appends that overlap are recorded in another order than their positions by no more than this. */
const SLACK_MS = MINUTE_MS;

/**
 * The events of a span, a stretch at a time and none before it is asked for, up to what is final at the beginning; of
 * some types alone where they are named.
 * @throws ArchivedHistory when events of the span lie in an archive
 */
export async function* readSpan(
  store: LogReader,
  span: Span,
  types?: readonly string[],
): AsyncGenerator<SpanBatch> {
  const horizon = await store.readHorizon();
  const end = horizon.position;
  const last = span.to === null ? null : toInstant(toMs(span.to) + SLACK_MS);
  let after = Math.max(span.after, await positionBefore(store, span.from, horizon));
  while (after < end) {
    const cursor = { ...horizon, position: after };
    const { events, next } = await store.readLog({ after: cursor, limit: STRETCH, ...(types && { types }) });
    const within = events.filter(({ position }) => position <= end);
    after = Math.min(next.position, end);
    yield { events: within.filter(isWithin(span)).map(toLogged), position: after, end };
    const newest = within.at(-1)?.recordedAt;
    if (last !== null && newest !== undefined && newest > micros(last)) return;
  }
}

function isWithin({ from, to }: Span): (event: LogEvent) => boolean {
  const [first, last] = [from === null ? null : micros(from), to === null ? null : micros(to)];
  return ({ recordedAt }) => (first === null || recordedAt >= first) && (last === null || recordedAt < last);
}

/**
 * An event as every open format and the SIEM get it: of its texts only codes and numbers (decisions/0197). What cannot be decoded is
 * still known to have happened: it goes out without its data.
 */
export function toLogged(event: LogEvent): LoggedEvent {
  return { ...event, data: 'data' in event ? exportableData(event.type, event.data) : {} };
}

/** A position before all events of a moment and after, found by halving: a score of single reads in any log. */
async function positionBefore(
  store: LogReader,
  from: Instant | null,
  { epoch, position: end }: Horizon,
): Promise<number> {
  if (from === null) return 0;
  const wanted = micros(toInstant(toMs(from) - SLACK_MS));
  let [low, high] = [0, end];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (await isBefore(store, { epoch, position: middle }, wanted)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether the event behind a position is older than wanted; what lies in an archive is taken to be. */
async function isBefore(store: LogReader, after: LogCursor, wanted: string): Promise<boolean> {
  try {
    const [event] = (await store.readLog({ after, limit: 1 })).events;
    return event !== undefined && event.recordedAt < wanted;
  } catch (error) {
    if (error instanceof ArchivedHistory) return true;
    throw error;
  }
}
