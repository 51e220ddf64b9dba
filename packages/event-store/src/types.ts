import type { LedgerEntry } from '@atelier/key-vault/ledger.ts';
import type { ChainCheck } from '@atelier/transparency-log/chain/verify-chain.ts';
import type { Horizon, LogCursor, ReadLogPageRequest, ReadLogRequest } from './log-requests.ts';
import type { ClientBase } from 'pg';
import type { FileKeys } from '@atelier/key-vault/file-sealing.ts';
import type { Sealing } from '@atelier/key-vault/row-sealing.ts';
import type { StateCache } from './state-cache.ts';

/** Plain JSON. What events, metadata and inline rows are made of. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** What every event looks like to the domain: a name in the past tense and plain data. */
export interface DomainEvent {
  readonly type: string;
  readonly data: object;
}

/** Who did it, from where and when: the envelope of an event, never part of its data. */
export interface EventMetadata {
  readonly actor: {
    readonly id: string | number;
    readonly kind: 'user' | 'system' | 'customer';
    readonly name?: string;
  };
  /** The factory hand signed in on top of a station's account. */
  readonly worker?: { readonly id: number; readonly workId?: string; readonly name?: string };
  /** Id of the site where the actor stood. */
  readonly site?: number;
  readonly device?: string;
  readonly commandId: string;
  readonly correlationId?: string;
  readonly causationId?: string;
  /** ISO 8601, UTC. A claim of the sender; `recordedAt` is the server's own time. */
  readonly occurredAt: string;
}

export interface NewEvent<E extends DomainEvent = DomainEvent> {
  readonly type: E['type'];
  readonly data: E['data'];
  /** Defaults to the registry's current version of the type. */
  readonly schemaVersion?: number;
}

/** What is known of every stored event, also of one whose data cannot be decoded. */
export interface EventEnvelope<Type extends string = string> {
  /** Place in the whole log. Grows, with holes; equals commit-visible order up to the horizon. */
  readonly position: number;
  readonly streamId: string;
  /** Place in the stream: 1, 2, 3… without holes. */
  readonly version: number;
  readonly eventId: string;
  readonly type: Type;
  /** Of the data as it is given: today's version once decoded, the stored one when it could not be. */
  readonly schemaVersion: number;
  readonly metadata: EventMetadata;
  /** ISO 8601, UTC, microseconds: the database's clock at the append. */
  readonly recordedAt: string;
  /** SHA-256 over the stream's previous hash and every column of this event, lower-case hex. */
  readonly hash: string;
}

/** An event row as the database gives it. */
export interface EventRow<E extends DomainEvent = DomainEvent> {
  readonly position: number;
  readonly stream_id: string;
  readonly version: number;
  readonly event_id: string;
  readonly type: E['type'];
  readonly schema_version: number;
  readonly data: E['data'];
  readonly metadata: EventMetadata;
  /** `2026-11-20 10:51:00.123456`, UTC. */
  readonly recorded: string;
  readonly hash: string;
}

/** An event as read: upcast to the newest schema, personal fields decrypted (null once erased). */
export interface StoredEvent<E extends DomainEvent = DomainEvent> extends EventEnvelope<E['type']> {
  readonly data: E['data'];
}

/**
 * An event whose data this program cannot decode: a newer release wrote it, an upcaster throws, a personal field does
 * not open. It has no `data`, so that no reader takes it for a decoded one.
 */
export interface UndecodableEvent extends EventEnvelope {
  /** Why, at most 500 characters; never what the data says. */
  readonly failure: string;
}

/** An event as the log holds it; `isUndecodable` distinguishes the two. */
export type LogEvent<E extends DomainEvent = DomainEvent> = StoredEvent<E> | UndecodableEvent;

/** One stream as read; a stream that does not exist has version 0 and no events. */
export interface StreamHistory<E extends DomainEvent = DomainEvent> {
  readonly streamId: string;
  readonly version: number;
  readonly events: readonly StoredEvent<E>[];
}

/** One stream with the events that cannot be decoded in their places. */
export interface LoggedStream<E extends DomainEvent = DomainEvent> {
  readonly streamId: string;
  readonly version: number;
  readonly events: readonly LogEvent<E>[];
}

/**
 * The read-model row keyed by the stream, written in the append's own transaction. Give every column:
 * what is left out becomes null. `version` and `position` are filled in by the database.
 */
export interface InlineRow {
  /** A table registered with `register_inline_table` in a migration. */
  readonly table: string;
  readonly values: Readonly<Record<string, unknown>>;
}

export interface StreamAppend<E extends DomainEvent = DomainEvent> {
  readonly streamId: string;
  /** 0 = the stream must not exist yet. */
  readonly expectedVersion: number;
  /** None = the stream is only guarded: its version must still be the expected one at commit. */
  readonly events: readonly NewEvent<E>[];
  readonly row?: InlineRow;
}

/** Makes a command happen once per person and key, however often it is sent. */
export interface Idempotency {
  /** Whose key it is: keys of different persons never meet. */
  readonly person: string;
  readonly key: string;
  /** Digest of the command's body: the same key with another body is an `IdempotencyConflict`. */
  readonly fingerprint: string;
}

/**
 * A read that leaves in the same write as a command's append and runs behind it on the same connection: it sees what
 * the command wrote, without a separate round trip.
 */
export interface ReadBehind {
  /** Reads of one sender that travel with one statement are sent in one call. */
  readonly sender: {
    /** Must send its queries before it returns. */
    send(client: ClientBase, reads: readonly ReadBehind[]): SentReads;
  };
}

export interface SentReads {
  /** Called when the command was kept, or had been before: what was read for it counts. */
  keep(read: ReadBehind): void;
  /** Whether the session is as it was before; resolves when all has been answered, and never rejects. */
  readonly isClean: Promise<boolean>;
}

export interface AppendRequest {
  readonly streams: readonly StreamAppend[];
  readonly metadata: EventMetadata;
  /** `answer` holds the ids a repeated command needs to rebuild its answer: never its text. */
  readonly idempotency?: Idempotency & { readonly answer?: JsonObject };
  /** Leaves with the append and sees what it wrote. */
  readonly behind?: ReadBehind | undefined;
  /** When the caller gives up, of `performance.now()`: never later than the append's own limit of 5 s. */
  readonly until?: number | undefined;
}

export interface AppendResult {
  /** Of the last event written; reads take it as `min_position`. */
  readonly position: number;
  readonly versions: Readonly<Record<string, number>>;
  /** True when the idempotency key had been used before and nothing was written now. */
  readonly replayed?: boolean;
  readonly answer?: JsonObject;
}

export interface LogBatch {
  /** One that cannot be decoded is among them: every reader says what it does with it. */
  readonly events: readonly LogEvent[];
  /** Where to go on: the last event's position, or the horizon when nothing more lies below it. */
  readonly next: LogCursor;
  readonly horizon: Horizon;
}

/** In the order asked for. */
export interface LogPage {
  readonly events: readonly LogEvent[];
  /** `beyond` of the next page, also when this one is empty; null where the log ends. */
  readonly next: number | null;
}

export interface TailRequest {
  readonly after: LogCursor | 0;
  /** Events per batch, 500 by default. */
  readonly limit?: number;
  readonly types?: readonly string[];
  /** Report every move of the log, also without events of these types: for a cursor that others wait for. */
  readonly everyMove?: boolean;
  /** Awaited before the next batch is read. A throw ends the tail with that error. */
  readonly onBatch: (batch: LogBatch) => Promise<void> | void;
  readonly signal: AbortSignal;
}

/** Event ids: UUIDs. */
export interface Ids {
  readonly uuid: () => string;
}

/** Of a person's key; `unusable` = made with another secret, or for another person. */
export type KeyState = 'usable' | 'unusable' | 'destroyed' | 'none';

export interface EventStore {
  /**
   * Writes to all the streams or to none, within 5 s. Throws `WrongExpectedVersion`, `IdempotencyConflict`, `SubjectErased`;
   * `AppendBusy` when a stream or its key stays locked or too many commands wait, and `OutcomeUnknown` when no answer came.
   */
  readonly append: (request: AppendRequest) => Promise<AppendResult>;
  /**
   * The stored result of a command, so that a repeated one is answered before anything is decided. Waits as an append does, and
   * throws `IdempotencyConflict` when the key was used for another command.
   */
  readonly findCommand: (command: Idempotency, until?: number) => Promise<AppendResult | undefined>;
  /** The states in which commands of this process left their streams; undefined where none are kept. */
  readonly states: StateCache | undefined;
  /** Throws `UndecodableHistory`, as `readStreams`: nothing is decided or folded over a gap. */
  readonly readStream: <E extends DomainEvent = DomainEvent>(streamId: string) => Promise<StreamHistory<E>>;
  /** Many streams in one query; every asked id is in the map, also when it does not exist. */
  readonly readStreams: <E extends DomainEvent = DomainEvent>(
    streamIds: readonly string[],
  ) => Promise<ReadonlyMap<string, StreamHistory<E>>>;
  /** The same with gaps: for readers who go on without what cannot be decoded. With `types`, only their events. */
  readonly readLoggedStreams: <E extends DomainEvent = DomainEvent>(
    streamIds: readonly string[],
    types?: readonly string[],
  ) => Promise<ReadonlyMap<string, LoggedStream<E>>>;
  /** Throws `EpochChanged` for a cursor that is not of this log; `ArchivedHistory`. */
  readonly readLog: (request: ReadLogRequest) => Promise<LogBatch>;
  readonly readLogPage: (request: ReadLogPageRequest) => Promise<LogPage>;
  readonly readHorizon: () => Promise<Horizon>;
  /** The epoch as the newest session found it: what was remembered in another one is void. */
  readonly epoch: () => string;
  /** Calls the listener when another epoch was found, before anything is appended or read in it. Returns how to stop it. */
  readonly onEpoch: (listener: () => void) => () => void;
  /** Moves the horizon as far as it goes now, and notifies who listens if it moved. */
  readonly advanceHorizon: () => Promise<Horizon>;
  /** Calls `onBatch` for everything after a cursor, then for what comes, until aborted. Throws as `readLog` does. */
  readonly tail: (request: TailRequest) => Promise<void>;
  /** Recomputes the hash chain of one stream, or of `'all'`; names the first event that does not fit. */
  readonly verifyChain: (streamId: string) => Promise<ChainCheck>;
  /** Ids for new entities, from the one sequence `entity_id_seq`, in one round trip. */
  readonly nextIds: (count: number) => Promise<readonly number[]>;
  /** Events out of rows of the table `events`, for a verifier that reads the table without the functions of the database. */
  readonly decode: (rows: readonly EventRow[]) => Promise<readonly LogEvent[]>;
  /**
   * Events about to be appended, with what is personal of erased persons null: what a row is folded from must hold no more
   * than the log will.
   */
  readonly withoutErased: (events: readonly NewEvent[]) => Promise<readonly NewEvent[]>;
  /**
   * Erases persons: into the ledger, out of the vault, out of the database. Every personal field of theirs reads null from then on.
   * `reason` goes into the ledger: a ground in the law, never a name.
   */
  readonly erase: (subjects: readonly string[], reason: string) => Promise<void>;
  /** The ledger in the vault: who was ever erased, oldest first, after a number. Empty for a store without a vault. */
  readonly erasures: (after: number, limit: number) => Promise<readonly LedgerEntry[]>;
  /** Wraps keys of releases without a vault again (`keys/rewrap-keys.ts`); answers how many, 0 without a vault. */
  readonly rewrapKeys: (isStopped: () => boolean) => Promise<number>;
  /** Whether persons' keys open what was sealed with them; `none` = there is no key. Made of what this node knows, at most a second old. */
  readonly keyStates: (subjects: readonly string[]) => Promise<ReadonlyMap<string, KeyState>>;
  /** Seals and opens what rows of read models hold of persons. */
  readonly sealing: Sealing;
  /** Seals and opens contents of files. */
  readonly files: FileKeys;
  /** Stops listening. The pool is the caller's. */
  readonly close: () => Promise<void>;
}
