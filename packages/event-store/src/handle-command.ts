import { setTimeout as sleep } from 'node:timers/promises';
import { APPEND_LIMIT_MS } from './append/append-queue.ts';
import { AppendBusy, SubjectErased, WrongExpectedVersion } from './errors.ts';
import { isKeyHeld, withKeyedMutex } from '@atelier/postgres/keyed-mutex.ts';
import { withTimeout } from '@atelier/postgres/with-timeout.ts';
import type {
  AppendRequest,
  AppendResult,
  DomainEvent,
  EventMetadata,
  EventStore,
  Idempotency,
  InlineRow,
  JsonObject,
  NewEvent,
  ReadBehind,
  StreamHistory,
} from './types.ts';

/** What a decision does to one stream. No events = only guard that the stream is still as it was read. */
export interface StreamDecision<E extends DomainEvent = DomainEvent> {
  readonly streamId: string;
  readonly events: readonly NewEvent<E>[];
  readonly row?: InlineRow;
}

export type Decision<Rejection, E extends DomainEvent = DomainEvent> =
  | {
      readonly ok: true;
      readonly streams: readonly StreamDecision<E>[];
      /** Ids for the answer, kept with the idempotency key; never text. */
      readonly answer?: JsonObject;
      /** What the response is made of, read behind the append. Not sent when nothing is appended. */
      readonly behind?: ReadBehind | undefined;
    }
  | { readonly ok: false; readonly rejection: Rejection };

export type Histories<E extends DomainEvent = DomainEvent> = ReadonlyMap<string, StreamHistory<E>>;

/** Something known of a stream at a version, without its events. */
export interface AtVersion {
  readonly version: number;
}

export interface CommandRequest<
  Rejection,
  E extends DomainEvent = DomainEvent,
  Cached extends AtVersion = never,
> {
  /** Read in one query before deciding. Streams not listed are taken as new when written to. */
  readonly streams: readonly string[];
  /**
   * All of these streams as this process knew them last, in place of reading them. A decision made on it holds only
   * when the append checks every one of them; a rejection, or an append that lost, is decided again on what is read.
   */
  readonly cached?: ReadonlyMap<string, Cached> | undefined;
  readonly metadata: EventMetadata;
  readonly idempotency?: Idempotency | undefined;
  /** Versions the caller saw (If-Match). With any given, a race is the caller's to settle: no second try. */
  readonly expected?: Readonly<Record<string, number>> | undefined;
  readonly decide: (
    streams: ReadonlyMap<string, StreamHistory<E> | Cached>,
  ) => Decision<Rejection, E> | Promise<Decision<Rejection, E>>;
}

export type CommandResult<Rejection> =
  | ({ readonly ok: true } & AppendResult)
  | { readonly ok: false; readonly rejection: Rejection };

const attempts = 10;
const pauseMs = 4;

/**
 * Read, decide, append. A repeated command is answered as its first run was: the append itself finds the key, and
 * a decision that would write nothing now looks for it before it counts. (`decide` must have no effects.)
 * A decision about a person who was erased meanwhile is made again: `withoutErased` then leaves out what is theirs.
 * A decision that lost a race is made again, up to ten times, unless the caller named the version it saw.
 * A decision without streams writes nothing and answers position 0.
 * Waits 5 s at most for other commands and for its append.
 * Throws `WrongExpectedVersion` (409), `IdempotencyConflict` (409), `AppendBusy` and `OutcomeUnknown` (503).
 */
export async function handleCommand<
  Rejection,
  E extends DomainEvent = DomainEvent,
  Cached extends AtVersion = never,
>(store: EventStore, request: CommandRequest<Rejection, E, Cached>): Promise<CommandResult<Rejection>> {
  const until = performance.now() + APPEND_LIMIT_MS;
  const inTurn = (stream: string, tries: number): Promise<CommandResult<Rejection>> =>
    withKeyedMutex(
      store,
      stream,
      () => tryOn(store, request, { tries, until }),
      // One that gives up has written nothing.
      (before) => withTimeout(before, until - performance.now(), () => new AppendBusy('stream_busy')),
    );
  const contested = request.streams.find((stream) => isKeyHeld(store, stream));
  if (contested !== undefined) return inTurn(contested, attempts);
  try {
    return (await decideOnCached(store, request, until)) ?? (await decideOnce(store, request, until));
  } catch (error) {
    if (error instanceof SubjectErased) return tryOn(store, request, { tries: attempts - 1, until });
    if (!isLostRace(error, request)) throw error;
    // Several people receive one package: those who lost wait for each other instead of racing again.
    return inTurn(error.streamId, attempts - 1);
  }
}

async function tryOn<Rejection, E extends DomainEvent, Cached extends AtVersion>(
  store: EventStore,
  request: CommandRequest<Rejection, E, Cached>,
  { tries, until }: { readonly tries: number; readonly until: number },
): Promise<CommandResult<Rejection>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await decideOnce(store, request, until);
    } catch (error) {
      const isOutrun = isLostRace(error, request) || error instanceof SubjectErased;
      if (!isOutrun || attempt === tries || performance.now() > until) throw error;
    }
    // Other nodes lose as well: spread, so that they do not meet again at once.
    await sleep(Math.random() * pauseMs * attempt);
  }
}

const isLostRace = (
  error: unknown,
  { expected }: Pick<CommandRequest<unknown>, 'expected'>,
): error is WrongExpectedVersion => error instanceof WrongExpectedVersion && expected === undefined;

/** undefined: nothing was written, and what is cached does not tell whether it may be. */
async function decideOnCached<Rejection, E extends DomainEvent, Cached extends AtVersion>(
  store: EventStore,
  request: CommandRequest<Rejection, E, Cached>,
  until: number,
): Promise<CommandResult<Rejection> | undefined> {
  const { cached, streams } = request;
  if (cached === undefined || findStale(cached, request.expected ?? {}) !== undefined) return undefined;
  const decision = await request.decide(cached);
  if (!decision.ok || !streams.every((id) => decision.streams.some(({ streamId }) => streamId === id)))
    return undefined;
  try {
    const result = await store.append({ ...appendOf(request, cached, decision), until });
    return { ok: true, ...answered(result, decision.answer) };
  } catch (error) {
    if (error instanceof WrongExpectedVersion) return undefined;
    throw error;
  }
}

async function decideOnce<Rejection, E extends DomainEvent, Cached extends AtVersion>(
  store: EventStore,
  request: CommandRequest<Rejection, E, Cached>,
  until: number,
): Promise<CommandResult<Rejection>> {
  const histories = await store.readStreams<E>(request.streams);
  const stale = findStale(histories, request.expected ?? {});
  const decision = stale === undefined ? await request.decide(histories) : undefined;
  if (decision?.ok === true && decision.streams.length > 0) {
    const result = await store.append({ ...appendOf(request, histories, decision), until });
    return { ok: true, ...answered(result, decision.answer) };
  }
  const before = request.idempotency && (await store.findCommand(request.idempotency, until));
  if (before !== undefined) return { ok: true, ...before };
  if (stale !== undefined) throw stale;
  return decision?.ok === false ? decision : { ok: true, position: 0, versions: {} };
}

/** Without an idempotency key nothing keeps the answer's ids, but the first caller gets them all the same. */
function answered(result: AppendResult, answer: JsonObject | undefined): AppendResult {
  return result.replayed === true || answer === undefined ? result : { ...result, answer };
}

function appendOf<E extends DomainEvent>(
  request: Pick<CommandRequest<unknown, E>, 'metadata' | 'idempotency'>,
  known: ReadonlyMap<string, AtVersion>,
  decision: Extract<Decision<unknown, E>, { ok: true }>,
): AppendRequest {
  const streams = decision.streams.map((stream) => ({
    ...stream,
    expectedVersion: known.get(stream.streamId)?.version ?? 0,
  }));
  const { metadata, idempotency } = request;
  const { behind } = decision;
  if (idempotency === undefined) return { streams, metadata, behind };
  return {
    streams,
    metadata,
    behind,
    idempotency: { ...idempotency, ...(decision.answer && { answer: decision.answer }) },
  };
}

/** Before deciding: a stale caller is refused for that, not because the move is impossible from the newer state. */
function findStale(
  known: ReadonlyMap<string, AtVersion>,
  expected: Readonly<Record<string, number>>,
): WrongExpectedVersion | undefined {
  for (const [streamId, version] of Object.entries(expected)) {
    const actual = known.get(streamId)?.version ?? 0;
    if (actual !== version) return new WrongExpectedVersion(streamId, version, actual);
  }
  return undefined;
}
