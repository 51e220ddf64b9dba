import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import type { Attempt, HeldWebhook } from '@atelier/application/webhooks/sending.commands.ts';
import { signaturesOf } from '@atelier/application/shared/webhook-signing.ts';
import { webhookSecrets } from '@atelier/application/webhooks/webhook-keys.commands.ts';
import type { WebhookPayload } from '@atelier/domain/webhooks/catalogue.ts';
import type { UsedDependency } from '@atelier/application/shared/outages.ts';
import type { Logger } from 'pino';
import { sendWebhook } from './send-webhook.ts';
import type { Answer } from './send-webhook.ts';
import type { WebhookSettings } from './webhook-settings.ts';

/** What a process sends with. */
export interface Sender {
  readonly settings: WebhookSettings;
  readonly log: Pick<Logger, 'warn'>;
  /** Learns how each call of an endpoint went. */
  readonly outage?: (name: string) => UsedDependency;
}

/** The header `webhook-id` of an event: its own number, so that it is the same for every attempt and every endpoint. */
export const messageIdOf = (eventId: string): string => `msg_${eventId}`;

export interface Message {
  readonly id: string;
  /** Null for a test delivery. */
  readonly position: number | null;
  readonly payload: WebhookPayload;
}

type Target = Pick<HeldWebhook, 'id' | 'url' | 'keyIds'> & { readonly failures?: number };

/** Signs and sends one message, and says what became of it. */
export async function attemptAt(
  { db, clock }: CommandServices,
  { settings }: Sender,
  { id: webhookId, url, keyIds, failures = 0 }: Target,
  { id, position, payload }: Message,
): Promise<{ readonly answer: Answer; readonly attempt: Attempt }> {
  const body = JSON.stringify(payload);
  const timestamp = Math.floor(clock.now().getTime() / 1_000);
  const signature = signaturesOf({ id, timestamp, body }, await webhookSecrets(db, keyIds));
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'Atelier-Webhooks/1.0',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signature,
  };
  const answer = await sendWebhook({ url, headers, body }, settings);
  const { outcome, status, ms, answer: words } = answer;
  const of = { webhookId, messageId: id, type: payload.type, position, attempt: failures + 1 };
  return { answer, attempt: { ...of, outcome, status, ms, answer: words } };
}
