import type { StreamEvents, StreamsDecision } from '@atelier/domain/decider.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { ActorAtSite } from '@atelier/domain/kernel.ts';
import type { Policy } from '@atelier/domain/policy.ts';
import type { Rejection } from '@atelier/domain/rejection.ts';
import type { CommandContext } from '@atelier/domain/repair/commands.ts';
import type { Kysely } from 'kysely';
import { inlineRowOf } from '../aggregates.ts';
import type { Aggregate } from '../aggregates.ts';
import type { BlobStore } from '../blobs/blob-store.ts';
import type { Database } from '../database.ts';
import { handleCommand } from '@atelier/event-store/handle-command.ts';
import type { CommandResult, Histories, StreamDecision } from '@atelier/event-store/handle-command.ts';
import type {
  Clock,
  DomainEvent,
  EventMetadata,
  EventStore,
  Idempotency,
  JsonObject,
} from '@atelier/event-store/types.ts';

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

/** States of the streams a command asked for, folded once. */
export class States {
  readonly #histories: Histories;
  constructor(histories: Histories) {
    this.#histories = histories;
  }
  /** State of `<kind>-<id>`; the initial state where the stream does not exist. */
  of<State>(kind: Aggregate<State>, id: number): State {
    return kind.stateOf(this.events(`${kind.prefix}-${id}`));
  }
  events(streamId: string): readonly DomainEvent[] {
    return this.#histories.get(streamId)?.events ?? [];
  }
}

export interface CommandRun {
  /** Streams the decision reads; streams it begins need not be named. */
  readonly streams: readonly string[];
  /** The stream `If-Match` speaks of. */
  readonly versioned?: string;
  readonly decide: (states: States, context: CommandContext) => AnsweredDecision | Promise<AnsweredDecision>;
}

/** A decision, with the ids a repeated command answers with again. */
export type AnsweredDecision = StreamsDecision<DomainEvent> & { readonly answer?: JsonObject };

export type CommandOutcome = CommandResult<Rejection>;

/**
 * Read, decide purely, append: events and inline rows of every touched stream together or not at all.
 * Throws `WrongExpectedVersion` and `IdempotencyConflict`; a refusal comes back as a value.
 */
export function runCommand(
  services: CommandServices,
  caller: Caller,
  run: CommandRun,
): Promise<CommandOutcome> {
  return handleCommand<Rejection>(services.store, {
    streams: run.streams,
    metadata: caller.metadata,
    idempotency: caller.idempotency,
    expected: expectedOf(caller, run),
    decide: async (histories) => {
      const states = new States(histories);
      const decision = await run.decide(states, contextOf(services, caller));
      if (!decision.ok) return decision;
      const streams = decision.streams.map((stream) => withRow(stream, states));
      return decision.answer === undefined
        ? { ok: true, streams }
        : { ok: true, streams, answer: decision.answer };
    },
  });
}

/** The pure side's view of a caller: time, person and policy as data. */
export function contextOf(services: CommandServices, caller: Caller): CommandContext {
  return { now: services.clock.now().toISOString(), actor: caller.actor, policy: services.policy() };
}

function expectedOf(caller: Caller, run: CommandRun): Readonly<Record<string, number>> | undefined {
  if (caller.expectedVersion === undefined || run.versioned === undefined) return undefined;
  return { [run.versioned]: caller.expectedVersion };
}

function withRow({ streamId, events }: StreamEvents<DomainEvent>, states: States): StreamDecision {
  const row = inlineRowOf(streamId, [...states.events(streamId), ...events]);
  return row === undefined ? { streamId, events } : { streamId, events, row };
}
