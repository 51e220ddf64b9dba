import { acceptStreams } from '@atelier/domain/decider.ts';
import type { CustomerRef } from '@atelier/domain/kernel.ts';
import { choiceStream } from '@atelier/domain/messages/events.ts';
import type { ChoiceBy } from '@atelier/domain/messages/events.ts';
import { runCommand } from '../commands/run-command.ts';
import type { Caller, CommandOutcome, CommandServices } from '../commands/run-command.ts';
import { isDeclinedBy } from './choice.queries.ts';

/** Whether a person wants messages from now on; nothing is written where it is so already. */
export function chooseMessages(
  services: CommandServices,
  caller: Caller,
  { customerRef, declined, how }: { customerRef: CustomerRef; declined: boolean; how: ChoiceBy },
): Promise<CommandOutcome> {
  const streamId = choiceStream(customerRef);
  return runCommand(services, caller, {
    streams: [streamId],
    decide: (states, { now, actor }) => {
      const isSame = isDeclinedBy(states.events(streamId)) === declined;
      const by = { userId: actor.userId, workerId: actor.workerId };
      const type = declined ? ('MessagesDeclined' as const) : ('MessagesWanted' as const);
      const events = isSame ? [] : [{ type, data: { how, at: now, by } }];
      return acceptStreams([{ streamId, events }]);
    },
  });
}
