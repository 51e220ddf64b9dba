import { acceptStreams } from '@atelier/domain/decider.ts';
import {
  WORDING_STREAM,
  type MessageSenderChanged,
  type MessageTemplateChanged,
} from '@atelier/domain/messages/events.ts';
import {
  runCommand,
  type Caller,
  type CommandOutcome,
  type CommandServices,
} from '../commands/run-command.ts';

type Signed = 'at' | 'by';
type Change =
  | { readonly type: 'MessageSenderChanged'; readonly data: Omit<MessageSenderChanged['data'], Signed> }
  | { readonly type: 'MessageTemplateChanged'; readonly data: Omit<MessageTemplateChanged['data'], Signed> };

/** Who messages come from, or the words of one kind in one language, from now on. */
export function changeWording(
  services: CommandServices,
  caller: Caller,
  { type, data }: Change,
): Promise<CommandOutcome> {
  return runCommand(services, caller, {
    streams: [WORDING_STREAM],
    versioned: WORDING_STREAM,
    decide: (_states, { now, actor }) => {
      const by = { userId: actor.userId, workerId: actor.workerId };
      const event = { type, data: { ...data, at: now, by } };
      return acceptStreams([{ streamId: WORDING_STREAM, events: [event] }]);
    },
  });
}
