import type {
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
import type { CachedState } from './state-cache.ts';

/** What a decision does to one stream. No events = only guard that the stream is still as it was read. */
export interface StreamDecision<E extends DomainEvent = DomainEvent> {
  readonly streamId: string;
  readonly events: readonly NewEvent<E>[];
  readonly row?: InlineRow;
  /** What the events leave the stream in, for a command that decides on states. */
  readonly state?: unknown;
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
export type States = ReadonlyMap<string, CachedState>;

type Decided<Rejection, E extends DomainEvent> = Decision<Rejection, E> | Promise<Decision<Rejection, E>>;

export interface CommandRequest<Rejection, E extends DomainEvent = DomainEvent> {
  /** Read in one query before deciding. Streams not listed are taken as new when written to. */
  readonly streams: readonly string[];
  readonly metadata: EventMetadata;
  readonly idempotency?: Idempotency | undefined;
  /** Versions the caller saw (If-Match). With any given, a race is the caller's to settle: no second try. */
  readonly expected?: Readonly<Record<string, number>> | undefined;
  /** When the caller gives up, of `performance.now()`. */
  readonly until?: number;
  /** Must have no effects: a decision may be made again. */
  readonly decide: (streams: Histories<E>) => Decided<Rejection, E>;
  /** The same decision on states that earlier decisions left: all streams of the request, none of them read. */
  readonly decideOnStates?: (states: States) => Decided<Rejection, E>;
}

export type CommandResult<Rejection> =
  | ({ readonly ok: true } & AppendResult)
  | { readonly ok: false; readonly rejection: Rejection };

/** What a command needs of the store. */
export type CommandLog = Pick<EventStore, 'readStreams' | 'append' | 'findCommand' | 'states'>;

/** Carries out a command. Decorators take one and return one. */
export type Handle = <Rejection, E extends DomainEvent = DomainEvent>(
  log: CommandLog,
  request: CommandRequest<Rejection, E>,
) => Promise<CommandResult<Rejection>>;
