import type { KeyObject } from 'node:crypto';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { EncodedCommand, EncodedEvent, EncodedStream } from '../append/append-batch.ts';
import { currentVersion, upcast } from './registry.ts';
import { holdsPersonalValues, openFields, sealFields, subjectOf } from './sealed-fields.ts';
import { UnusableKey } from '@atelier/key-vault/key-wrap.ts';
import { personOfRow, sealRow } from './sealing.ts';
import type { KeyRing, SubjectKeys } from '@atelier/key-vault/subject-keys.ts';
import type {
  AppendRequest,
  DomainEvent,
  EventEnvelope,
  EventRow,
  Ids,
  InlineRow,
  LogEvent,
  NewEvent,
  StreamAppend,
} from '../types.ts';
import type { EventRegistry } from '../event-types.ts';

export interface EventCodec {
  /** Identifies, versions and seals. Throws on an unknown type, a bad stream id or a doubled stream. */
  readonly encode: (request: AppendRequest) => EncodedCommand | Promise<EncodedCommand>;
  /** The same for many, with all persons' keys asked for at once. `refused` makes the error of the request at an index. */
  readonly encodeAll: (
    requests: readonly AppendRequest[],
    refused: (index: number, reason: Error) => Error,
  ) => Promise<readonly EncodedCommand[]>;
  /**
   * Opens personal fields and lifts to today's schema, each event for itself: one that cannot be decoded keeps its
   * place, without its data. Throws only transient errors, such as a lost connection.
   */
  /** The same events, with what is personal of erased persons null: as they will be kept, and read. */
  readonly withoutErased: (events: readonly NewEvent[]) => Promise<readonly NewEvent[]>;
  readonly decode: <E extends DomainEvent>(rows: readonly EventRow<E>[]) => Promise<readonly LogEvent<E>[]>;
}

/** Some milliseconds of work. */
const requestsAtOnce = 200;
const streamIdPattern = /^[a-z][a-z0-9]*(-[A-Za-z0-9._:-]+)+$/;

/** `sealsRows`: whether rows are sealed yet (`Sealing`). */
export function createEventCodec(
  registry: EventRegistry,
  keys: SubjectKeys,
  ids: Ids,
  sealsRows: () => boolean,
): EventCodec {
  function encode(request: AppendRequest): EncodedCommand | Promise<EncodedCommand> {
    const subjects = subjectsIn(request);
    const all = [...new Set([...subjects, ...subjectsOfRows(request)])];
    if (all.length === 0) return commandOf(request, new Map());
    return keys
      .findOrMake(all)
      .then((ring) => ({ ...commandOf(request, ring), persons: withKeys(ring, subjects) }));
  }

  async function encodeAll(
    requests: readonly AppendRequest[],
    refused: (index: number, reason: Error) => Error,
  ): Promise<readonly EncodedCommand[]> {
    const each = async <T>(work: (request: AppendRequest) => T): Promise<readonly T[]> => {
      const made: T[] = [];
      for (const [index, request] of requests.entries()) {
        // What else this process does goes on meanwhile.
        if (index % requestsAtOnce === 0) await letOthersRun();
        try {
          made.push(work(request));
        } catch (error) {
          throw refused(index, error instanceof Error ? error : new Error(String(error)));
        }
      }
      return made;
    };
    const subjects = new Set((await each((some) => [...subjectsIn(some), ...subjectsOfRows(some)])).flat());
    const ring: KeyRing = subjects.size === 0 ? new Map() : await keys.findOrMake([...subjects]);
    return await each((request) => commandOf(request, ring));
  }

  function subjectsIn({ streams }: AppendRequest): readonly string[] {
    checkStreams(streams);
    return subjectsOf(streams.flatMap((stream) => stream.events));
  }

  function commandOf(request: AppendRequest, ring: KeyRing): EncodedCommand {
    const streams = request.streams.map((stream): EncodedStream => ({
      streamId: stream.streamId,
      expectedVersion: stream.expectedVersion,
      events: stream.events.map((event) => encodeEvent(event, ring)),
      row: stream.row && sealedRow(stream.row, ring),
    }));
    return { streams, metadata: request.metadata, idempotency: request.idempotency };
  }

  const shapeOf = ({ table }: InlineRow) => (sealsRows() ? registry.rows?.[table] : undefined);

  function sealedRow(row: InlineRow, ring: KeyRing): InlineRow {
    const shape = shapeOf(row);
    return shape === undefined ? row : { ...row, values: sealRow(shape, row.values, ring) };
  }

  function subjectsOfRows({ streams }: AppendRequest): readonly string[] {
    return streams.flatMap(({ row }) => {
      const shape = row && shapeOf(row);
      return (row && shape && personOfRow(shape, row.values)) ?? [];
    });
  }

  function encodeEvent(event: NewEvent, ring: KeyRing): EncodedEvent {
    const schemaVersion = event.schemaVersion ?? currentVersion(registry, event.type);
    const fields = registry.personal[event.type];
    const data = fields === undefined ? event.data : sealFields(event.data, fields, keyOf(event, ring));
    return [ids.uuid(), event.type, schemaVersion, data];
  }

  /**
   * The persons whose values are about to be written. Throws when an event holds personal values but names no
   * person.
   */
  function subjectsOf(events: readonly NewEvent[]): readonly string[] {
    const subjects = new Set<string>();
    for (const event of events) {
      const fields = registry.personal[event.type];
      if (fields === undefined || !holdsPersonalValues(event.data, fields)) continue;
      const subject = subjectOf(event.data, fields);
      if (subject === undefined)
        throw new Error(`${event.type} holds personal data without ${fields.subject}`);
      subjects.add(subject);
    }
    return [...subjects];
  }

  function keyOf(event: { type: string; data: object }, ring: KeyRing): KeyObject | undefined {
    const fields = registry.personal[event.type];
    const key = fields && ring.get(subjectOf(event.data, fields) ?? '');
    if (key instanceof UnusableKey) throw key;
    return key;
  }

  async function withoutErased(events: readonly NewEvent[]): Promise<readonly NewEvent[]> {
    const subjects = subjectsOf(events);
    if (subjects.length === 0) return events;
    const ring = await keys.find(subjects);
    return events.map((event) => {
      const fields = registry.personal[event.type];
      const subject = fields && subjectOf(event.data, fields);
      const isErased = subject !== undefined && ring.has(subject) && ring.get(subject) === undefined;
      return fields !== undefined && isErased
        ? { ...event, data: sealFields(event.data, fields, undefined) }
        : event;
    });
  }

  async function decode<E extends DomainEvent>(
    rows: readonly EventRow<E>[],
  ): Promise<readonly LogEvent<E>[]> {
    for (const row of rows) {
      const erased = erasedBy(row);
      if (erased !== undefined) keys.forget(erased);
    }
    const subjects = new Set<string>();
    for (const row of rows) {
      const fields = registry.personal[row.type];
      const subject = fields && subjectOf(row.data, fields);
      if (subject !== undefined) subjects.add(subject);
    }
    const ring: KeyRing = subjects.size === 0 ? new Map() : await keys.find([...subjects]);
    return rows.map((row) => decodeRow(row, ring));
  }

  /** The person of whom this event says that they were erased: a key remembered from before opens nothing any more. */
  function erasedBy({ type, data }: { type: string; data: object }): string | undefined {
    const field = registry.types[type]?.erases;
    return field === undefined ? undefined : subjectOf(data, { subject: field, fields: [] });
  }

  function decodeRow<E extends DomainEvent>(row: EventRow<E>, ring: KeyRing): LogEvent<E> {
    const envelope = envelopeOf(row);
    try {
      const fields = registry.personal[row.type];
      const data = fields === undefined ? row.data : openFields(row.data, fields, keyOf(row, ring));
      const lifted = upcast(registry, row.type, row.schema_version, data);
      return { ...envelope, schemaVersion: currentVersion(registry, row.type), data: lifted };
    } catch (error) {
      return { ...envelope, failure: failureOf(error) };
    }
  }

  return { encode, encodeAll, withoutErased, decode };
}

const withKeys = (ring: KeyRing, subjects: readonly string[]): readonly string[] =>
  subjects.filter((subject) => ring.get(subject) !== undefined);

function envelopeOf<E extends DomainEvent>(row: EventRow<E>): EventEnvelope<E['type']> {
  return {
    position: row.position,
    streamId: row.stream_id,
    version: row.version,
    eventId: row.event_id,
    type: row.type,
    schemaVersion: row.schema_version,
    metadata: row.metadata,
    recordedAt: `${row.recorded.replace(' ', 'T')}Z`,
    hash: row.hash,
  };
}

/** A parser's message quotes the text it could not read: that one is left out. */
function failureOf(error: unknown): string {
  const isPlain = error instanceof Error && !(error instanceof SyntaxError);
  return `cannot be decoded: ${isPlain ? error.message : 'not readable'}`.slice(0, 500);
}

function checkStreams(streams: readonly StreamAppend[]): void {
  const seen = new Set<string>();
  for (const { streamId, expectedVersion, events } of streams) {
    if (!streamIdPattern.test(streamId)) throw new Error(`not a stream id: ${streamId}`);
    if (seen.has(streamId)) throw new Error(`stream ${streamId} is given twice`);
    if (events.length === 0 && expectedVersion === 0) throw new Error(`${streamId}: nothing there to guard`);
    seen.add(streamId);
  }
  if (streams.every((stream) => stream.events.length === 0)) throw new Error('an append without events');
}
