import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import type { Attempt, HeldWebhook } from '@atelier/application/webhooks/sending.commands.ts';
import { signaturesOf } from '@atelier/application/shared/webhook-signing.ts';
import { webhookSecrets } from '@atelier/application/webhooks/webhook-keys.commands.ts';
import type { WebhookPayload } from '@atelier/domain/webhooks/catalogue.ts';
import type { SendWindow } from '@atelier/application/shared/send-window.ts';
import type { UsedDependency } from '@atelier/application/platform/outages.ts';
import type { Logger } from 'pino';
import { sendWebhook, type Answer, type Outgoing } from './send-webhook.ts';
import type { WebhookSettings } from './webhook-settings.ts';

/** What a process sends with. */
export interface Sender {
  readonly settings: WebhookSettings;
  readonly log: Pick<Logger, 'warn'>;
  /** In place of the real call, where a test owns the network. */
  readonly call?: typeof sendWebhook;
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

interface Delivery {
  readonly target: Target;
  readonly message: Message;
  readonly window: SendWindow;
}

/** Signs and sends one message, and answers what became of it; undefined when the window was over and nothing left. */
export async function attemptAt(
  { db, clock }: CommandServices,
  { settings, call = sendWebhook }: Sender,
  { target, message, window }: Delivery,
): Promise<{ readonly answer: Answer; readonly attempt: Attempt } | undefined> {
  const { id: webhookId, url, failures = 0 } = target;
  const outgoing = { url, ...signed(message, await webhookSecrets(db, target.keyIds), clock.now()) };
  // What begins now ends within the window: the lease of deliveries, a limit for tests and deliveries sent again. Name and
  // connection may take long: `call` checks once more after them.
  if (window.leftMs() < settings.timeoutMs) return undefined;
  const answer = await call(outgoing, settings, window);
  if (answer === undefined) return undefined;
  const { outcome, status, ms, answer: words } = answer;
  const { id: messageId, position, payload } = message;
  const of = { webhookId, messageId, type: payload.type, position, attempt: failures + 1 };
  return { answer, attempt: { ...of, outcome, status, ms, answer: words } };
}

type Secrets = Awaited<ReturnType<typeof webhookSecrets>>;

function signed({ id, payload }: Message, secrets: Secrets, now: Date): Omit<Outgoing, 'url'> {
  const body = JSON.stringify(payload);
  const timestamp = Math.floor(now.getTime() / 1_000);
  const signature = signaturesOf({ id, timestamp, body }, secrets);
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'Atelier-Webhooks/1.0',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signature,
  };
  return { headers, body };
}
