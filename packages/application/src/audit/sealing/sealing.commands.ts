import { acceptStreams } from '@atelier/domain/decider.ts';
import { SEALING_STREAM } from '@atelier/domain/system/sealing/events.ts';
import { noteSealing, type SealingFinding } from '@atelier/domain/system/sealing/sealing.ts';
import {
  runCommand,
  type Caller,
  type CommandOutcome,
  type CommandServices,
} from '../../commands/run-command.ts';
import { sealingStateOf } from './sealing.queries.ts';

/** What a worker found when it tried to seal; writes nothing where it is known already. */
export const recordSealing = (
  services: CommandServices,
  caller: Caller,
  finding: SealingFinding,
): Promise<CommandOutcome> =>
  runCommand(services, caller, {
    streams: [SEALING_STREAM],
    decide: (states, context) => {
      const decision = noteSealing(finding, sealingStateOf(states.events(SEALING_STREAM)), context);
      return decision.ok ? acceptStreams([{ streamId: SEALING_STREAM, events: decision.events }]) : decision;
    },
  });
