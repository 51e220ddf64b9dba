import { acceptStreams, type Decision } from '@atelier/domain/decider.ts';
import type { Instant, UserId } from '@atelier/domain/kernel.ts';
import { ownMailStream, type OwnMailEvent } from '@atelier/domain/insight/weekly/events.ts';
import type { OwnMail } from '@atelier/domain/insight/weekly/own-mail.ts';
import {
  runCommand,
  type Caller,
  type CommandOutcome,
  type CommandServices,
} from '../../commands/run-command.ts';
import { ownMailOf } from './own-mail.queries.ts';

/** Runs a decision about the mails of one account (docs/product/insight.md §10). */
export function changeOwnMail(
  services: CommandServices,
  caller: Caller,
  userId: UserId,
  decide: (mail: OwnMail, now: Instant) => Decision<OwnMailEvent>,
): Promise<CommandOutcome> {
  const streamId = ownMailStream(userId);
  return runCommand(services, caller, {
    streams: [streamId],
    decide: (states, { now }) => {
      const decision = decide(ownMailOf(states.events(streamId)), now);
      return decision.ok ? acceptStreams([{ streamId, events: decision.events }]) : decision;
    },
  });
}
