import { decideWebhook, type WebhookCommand } from '@atelier/domain/webhooks/endpoint.ts';
import { webhookStream } from '@atelier/domain/webhooks/events.ts';
import { webhookAggregate } from '../aggregates.ts';
import {
  runCommand,
  type Caller,
  type CommandOutcome,
  type CommandServices,
} from '../commands/run-command.ts';

/** Runs a command on one endpoint. Answers `{webhook_id}`: that of the first time, when the same request comes again. */
export function changeWebhook(
  services: CommandServices,
  caller: Caller,
  webhookId: number,
  command: WebhookCommand,
): Promise<CommandOutcome> {
  const streamId = webhookStream(webhookId);
  return runCommand(services, caller, {
    streams: [streamId],
    versioned: streamId,
    decide: (states, context) => {
      const decision = decideWebhook(command, states.of(webhookAggregate, webhookId), context);
      if (!decision.ok) return decision;
      const streams = decision.events.length === 0 ? [] : [{ streamId, events: decision.events }];
      return { ok: true, streams, answer: { webhook_id: webhookId } };
    },
  });
}
