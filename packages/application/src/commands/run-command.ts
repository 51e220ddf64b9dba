import type { StreamEvents, StreamsDecision } from '@atelier/domain/decider.ts';
import { StreamsNotRead } from '@atelier/domain/processes/process-state.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { ActorAtSite } from '@atelier/domain/kernel.ts';
import type { Policy } from '@atelier/domain/policy.ts';
import type { Rejection } from '@atelier/domain/rejection.ts';
import type { CommandContext } from '@atelier/domain/repair/item/commands.ts';
import type { Kysely } from 'kysely';
import { aggregateOf, type Aggregate } from '../aggregates.ts';
import type { BlobStore } from '../blobs/blob-store.ts';
import type { Database } from '../platform/database.ts';
import { withPictureDigests } from './picture-digests.ts';
import type { CommandResult, StreamDecision } from '@atelier/event-store/command.ts';
import { handleCommand } from '@atelier/event-store/handle-command.ts';
import type { CachedState } from '@atelier/event-store/state-cache.ts';
import type {
  DomainEvent,
  EventMetadata,
  EventStore,
  Idempotency,
  JsonObject,
  ReadBehind,
  StreamHistory,
} from '@atelier/event-store/types.ts';
import type { Clock } from '@atelier/postgres/timers.ts';

/** What commands of every slice work with. */
export interface CommandServices {
  readonly store: EventStore;
  readonly db: Kysely<Database>;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  /** The configured values in force now. */
  readonly policy: () => Policy;
}

/** On whose behalf a command runs: the person, what they may see, and the envelope of the events. */
export interface Caller {
  readonly actor: ActorAtSite;
  readonly scope: DataScope;
  readonly metadata: EventMetadata;
  readonly idempotency?: Idempotency | undefined;
  /** Version of the one record the caller saw (`If-Match`). */
  readonly expectedVersion?: number | undefined;
}

type Known = ReadonlyMap<string, StreamHistory | CachedState>;

/** States of the streams that were read for a command, each folded once. */
export class States {
  readonly #known: Known;
  readonly #folded = new Map<string, unknown>();
  constructor(known: Known) {
    this.#known = known;
  }
  /** State of `<kind>-<id>`; the initial state where the stream does not exist. Throws `StreamsNotRead` for others. */
  of<State>(kind: Aggregate<State>, id: number): State {
    const streamId = `${kind.prefix}-${id}`;
    if (!this.#known.has(streamId)) throw new StreamsNotRead([streamId]);
    return this.stateOf(kind, streamId);
  }
  /** All of a kind that were read, by id. */
  all<State>(kind: Aggregate<State>): ReadonlyMap<number, State> {
    const prefix = `${kind.prefix}-`;
    const read = [...this.#known.keys()].filter((streamId) => streamId.startsWith(prefix));
    return new Map(read.map((id) => [Number(id.slice(prefix.length)), this.stateOf(kind, id)]));
  }
  /** For a stream that is written to without having been read: it is taken as new. */
  stateOf<State>(kind: Aggregate<State>, streamId: string): State {
    if (!this.#folded.has(streamId)) this.#folded.set(streamId, this.#fold(kind, streamId));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a stream's name says which kind it is
    return this.#folded.get(streamId) as State;
  }
  /** Events of a stream, none where it does not exist. Throws where only its state is known, so ask for streams without one. */
  events(streamId: string): readonly DomainEvent[] {
    const known = this.#known.get(streamId);
    if (known === undefined) return [];
    if ('events' in known) return known.events;
    throw new Error(`the events of ${streamId} were not read: its state is known`);
  }
  #fold<State>(kind: Aggregate<State>, streamId: string): unknown {
    const known = this.#known.get(streamId);
    return known !== undefined && 'state' in known ? known.state : kind.stateOf(this.events(streamId));
  }
}

export interface CommandRun {
  /** Streams the decision reads as far as they are known before; streams it begins need not be named. */
  readonly streams: readonly string[];
  /** The stream `If-Match` speaks of. */
  readonly versioned?: string;
  readonly decide: (states: States, context: CommandContext) => AnsweredDecision | Promise<AnsweredDecision>;
}

/** A decision, with the ids a repeated command answers with again, and what is read behind its append. */
export type AnsweredDecision = StreamsDecision<DomainEvent> & {
  readonly answer?: JsonObject;
  readonly behind?: ReadBehind | undefined;
};

export type CommandOutcome = CommandResult<Rejection>;

/**
 * Read, decide purely, append: events and inline rows of every touched stream together or not at all. Streams whose
 * states this process remembers are not read. A decision that needs streams which were not read for it is made again
 * on those as well.
 * Throws `WrongExpectedVersion` and `IdempotencyConflict`; a refusal comes back as a value.
 */
export async function runCommand(
  services: CommandServices,
  caller: Caller,
  run: CommandRun,
): Promise<CommandOutcome> {
  let { streams } = run;
  for (;;) {
    try {
      return await runOn(services, caller, { ...run, streams });
    } catch (error) {
      if (!(error instanceof StreamsNotRead)) throw error;
      const more = error.streamIds.filter((id) => !streams.includes(id));
      if (more.length === 0) throw error;
      streams = [...streams, ...more];
    }
  }
}

function runOn(services: CommandServices, caller: Caller, run: CommandRun): Promise<CommandOutcome> {
  const decide = async (known: Known) => {
    const states = new States(known);
    const decision = await run.decide(states, contextOf(services, caller));
    if (!decision.ok) return decision;
    const kept = await Promise.all(decision.streams.map((stream) => keptOf(services.store, stream)));
    return { ...decision, streams: kept.map((stream) => writtenOf(stream, states)) };
  };
  return handleCommand<Rejection>(services.store, {
    streams: run.streams,
    metadata: caller.metadata,
    idempotency: caller.idempotency,
    expected: expectedOf(caller, run),
    decide,
    decideOnStates: decide,
  });
}

/**
 * The events as the log will keep them: bound to their pictures, and no personal data of an erased person
 * reaches a row.
 */
async function keptOf(
  store: EventStore,
  stream: StreamEvents<DomainEvent>,
): Promise<StreamEvents<DomainEvent>> {
  return { ...stream, events: await store.withoutErased(stream.events.map(withPictureDigests)) };
}

/** With the state that the events leave their stream in and its row, where streams of its kind have them. */
function writtenOf({ streamId, events }: StreamEvents<DomainEvent>, states: States): StreamDecision {
  const kind = aggregateOf(streamId);
  if (kind === undefined) return { streamId, events };
  const state = kind.evolve(states.stateOf(kind, streamId), events);
  const row = kind.rowOfState(state);
  return { streamId, events, state, ...(row && { row }) };
}

/** The pure side's view of a caller: time, person and policy as data. */
export function contextOf(services: CommandServices, caller: Caller): CommandContext {
  return { now: services.clock.now().toISOString(), actor: caller.actor, policy: services.policy() };
}

function expectedOf(caller: Caller, run: CommandRun): Readonly<Record<string, number>> | undefined {
  if (caller.expectedVersion === undefined || run.versioned === undefined) return undefined;
  return { [run.versioned]: caller.expectedVersion };
}
