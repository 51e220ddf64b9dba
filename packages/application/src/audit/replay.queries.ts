import { fileChanges, fileOf, type FileFields } from '@atelier/domain/audit/file-fields.ts';
import type {
  ReplayEvent,
  ReplayFileQuery,
  ReplayQuery,
  ReplayView,
} from '@atelier/contracts/audit/replay-schema.ts';
import type { EventStore, LogEvent, StoredEvent } from '@atelier/event-store/types.ts';
import type { Kysely } from 'kysely';
import { aggregateOf } from '../aggregates.ts';
import type { Database } from '../platform/database.ts';
import { feedEntryOf, withData } from './feed.queries.ts';
import { userIdOf } from './history-entry.queries.ts';
import { findNames, type Names } from '../shared/people.queries.ts';
import { heldIn, recordLines, siteNamed, wireFile } from './replay-lines.queries.ts';
import { pageOfSubject } from './replay-page.queries.ts';
import type { ChangeRights } from './change-view.queries.ts';
import { piecesStanding } from './standing-pieces.queries.ts';
import { findStreamNames } from './subject-names.queries.ts';

/**
 * A page of a subject's history, each event with what it made of its record: the same fold that the append writes rows by, step
 * by step. With the files as they stood before the page, every file can be followed through it. Undefined where there is
 * no such subject. Inside `inScope`.
 */
export async function findReplay(
  trx: Kysely<Database>,
  store: Pick<EventStore, 'readLoggedStreams' | 'readLogPage'>,
  asked: ReplayQuery,
  rights: ChangeRights,
): Promise<(ReplayView & { readonly next: number | null }) | undefined> {
  const page = await pageOfSubject(trx, store, asked);
  if (page === undefined) return undefined;
  const streams = [...new Set(page.events.map(({ streamId }) => streamId))];
  const histories = streams.every((stream) => page.histories.has(stream))
    ? page.histories
    : await readHistories(store, streams);
  const names = await findNames(
    trx,
    page.events.flatMap((event) => userIdOf(withData(event)) ?? []),
  );
  const called = await findStreamNames(trx, [...streams, page.own]);
  const steps = stepsOf(page.events, histories);
  const events = page.events.map((event) => {
    const step = steps.get(event.position);
    const lines = recordLines(withData(event), histories.get(event.streamId) ?? [], rights);
    return {
      ...feedEntryOf(withData(event), names, called),
      ...proofOf(event),
      lines: [...(step?.lines ?? []), ...lines.lines].map((line) => siteNamed(line, names)),
      hidden: lines.hidden,
      held: heldIn(withData(event), names),
      setting: lines.setting,
    };
  });
  const files = filesBefore(steps, names);
  const standing = await standingBefore(trx, asked, page.events[0], names);
  return { events, files, standing, name: called.get(page.own) ?? null, next: page.next };
}

/** Later pages go on where the first one began. */
async function standingBefore(
  trx: Kysely<Database>,
  { subject, beyond }: ReplayQuery,
  first: LogEvent | undefined,
  names: Names,
): Promise<ReplayView['standing']> {
  if (subject.kind !== 'site' || beyond !== undefined || first === undefined) return {};
  return piecesStanding(trx, subject.id, first, names);
}

async function readHistories(
  store: Pick<EventStore, 'readLoggedStreams'>,
  streams: readonly string[],
): Promise<ReadonlyMap<string, readonly LogEvent[]>> {
  const found = await store.readLoggedStreams(streams);
  return new Map([...found].map(([id, { events }]) => [id, events]));
}

interface Step {
  readonly stream: string;
  readonly before: FileFields;
  readonly lines: ReturnType<typeof fileChanges>;
}

/** What each event of the page made of its record's file, by position. */
function stepsOf(
  page: readonly LogEvent[],
  histories: ReadonlyMap<string, readonly LogEvent[]>,
): ReadonlyMap<number, Step> {
  const wanted = new Set(page.map(({ position }) => position));
  const steps = new Map<number, Step>();
  for (const [stream, events] of histories) {
    const kind = aggregateOf(stream);
    if (kind === undefined || !events.some(({ position }) => wanted.has(position))) continue;
    let state = kind.stateOf([]);
    let file: FileFields = {};
    for (const event of events) {
      state = kind.evolve(state, [withData(event)]);
      const after = fileOf(kind.prefix, kind.rowOfState(state)?.values ?? {});
      if (wanted.has(event.position))
        steps.set(event.position, { stream, before: file, lines: fileChanges(file, after) });
      file = after;
    }
  }
  return steps;
}

/** Per stream the file before its first event of the page. */
function filesBefore(steps: ReadonlyMap<number, Step>, names: Names): ReplayView['files'] {
  const files: ReplayView['files'] = {};
  const ordered = [...steps].toSorted(([a], [b]) => a - b);
  for (const [, { stream, before }] of ordered) files[stream] ??= wireFile(before, names);
  return files;
}

function proofOf(
  event: LogEvent | StoredEvent,
): Pick<ReplayEvent, 'event_id' | 'command_id' | 'correlation_id' | 'causation_id' | 'hash'> {
  const { metadata } = event;
  return {
    event_id: event.eventId,
    command_id: metadata.commandId,
    correlation_id: metadata.correlationId ?? null,
    causation_id: metadata.causationId ?? null,
    hash: event.hash,
  };
}

/** A span of a history in one piece, and the moment that was on screen. */
export interface WholeReplay extends ReplayView {
  /** The event on screen, and its record's file after it; null where no event was named. */
  readonly shown: { readonly event: ReplayEvent; readonly file: ReplayView['files'][string] } | null;
}

const PAGE = 200;
const MOST_EVENTS = 2_000;

/** Every page of a replay together; `too_many` beyond 2,000 events, undefined where there is no such subject. */
export async function findWholeReplay(
  trx: Kysely<Database>,
  store: Pick<EventStore, 'readLoggedStreams' | 'readLogPage'>,
  { subject, from, to, at }: ReplayFileQuery,
  rights: ChangeRights,
): Promise<WholeReplay | 'too_many' | undefined> {
  const events: ReplayEvent[] = [];
  const files: ReplayView['files'] = {};
  let standing: ReplayView['standing'] | undefined;
  for (let beyond: number | undefined; ;) {
    const page = await findReplay(trx, store, { subject, from, to, beyond, page_size: PAGE }, rights);
    if (page === undefined) return undefined;
    events.push(...page.events);
    for (const [stream, file] of Object.entries(page.files)) files[stream] ??= file;
    if (events.length > MOST_EVENTS) return 'too_many';
    const whole = { events, files, name: page.name, standing: (standing ??= page.standing) };
    if (page.next === null) return { ...whole, shown: shownAt(whole, at) };
    beyond = page.next;
  }
}

function shownAt({ events, files }: Pick<ReplayView, 'events' | 'files'>, at: number | undefined) {
  const event = events.find(({ position }) => position === at);
  if (event === undefined) return null;
  const file = { ...files[event.stream] };
  for (const { stream, position, lines } of events) {
    if (stream !== event.stream || position > event.position) continue;
    for (const { field, after } of lines) file[field] = after;
  }
  return { event, file };
}
