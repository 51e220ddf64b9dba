import { acceptStreams, fold } from '@atelier/domain/decider.ts';
import { SEALING_STREAM } from '@atelier/domain/audit/sealing/events.ts';
import type { SealingEvent } from '@atelier/domain/audit/sealing/events.ts';
import { evolveSealing, initialSealing, noteSealing } from '@atelier/domain/audit/sealing/sealing.ts';
import type { SealingFinding, SealingState } from '@atelier/domain/audit/sealing/sealing.ts';
import type { DomainEvent, EventStore } from '@atelier/event-store/types.ts';
import { runCommand } from '../../commands/run-command.ts';
import type { Caller, CommandOutcome, CommandServices } from '../../commands/run-command.ts';

/** What a worker found when it tried to seal; writes nothing where it is known already. */
export const recordSealing = (
  services: CommandServices,
  caller: Caller,
  finding: SealingFinding,
): Promise<CommandOutcome> =>
  runCommand(services, caller, {
    streams: [SEALING_STREAM],
    decide: (states, context) => {
      const decision = noteSealing(finding, stateOf(states.events(SEALING_STREAM)), context);
      return decision.ok ? acceptStreams([{ streamId: SEALING_STREAM, events: decision.events }]) : decision;
    },
  });

/** Troubles of sealing that stand now. */
export async function openSealingTroubles(store: Pick<EventStore, 'readStream'>): Promise<SealingState> {
  return stateOf((await store.readStream(SEALING_STREAM)).events);
}

const TYPES: ReadonlySet<string> = new Set<SealingEvent['type']>(['LogSealingRefused', 'LogSealingResumed']);
const isSealing = (event: DomainEvent): event is SealingEvent => TYPES.has(event.type);
const stateOf = (events: readonly DomainEvent[]): SealingState =>
  fold(evolveSealing, initialSealing, events.filter(isSealing));
