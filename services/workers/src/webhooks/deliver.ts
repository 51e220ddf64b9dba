import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { EpochChanged } from '@atelier/event-store/errors.ts';
import { openSendWindow } from '@atelier/application/shared/send-window.ts';
import { isInSight } from '@atelier/application/webhooks/sending.queries.ts';
import {
  acquireLease,
  keepAttempt,
  releaseLease,
  recordFailure,
  advanceCursor,
  recordDelivered,
  releaseIfIdle,
  requestDelivery,
  type Attempt,
  type HeldWebhook,
} from '@atelier/application/webhooks/sending.commands.ts';
import { changeWebhook } from '@atelier/application/webhooks/webhooks.commands.ts';
import { logTypesOf, payloadOf, subjectOf, type WebhookPayload } from '@atelier/domain/webhooks/catalogue.ts';
import type { WebhookOff } from '@atelier/domain/webhooks/contract.ts';
import { randomUUID } from 'node:crypto';
import { systemCaller } from '../system-caller.ts';
import { attemptAt, messageIdOf, type Sender } from './attempt.ts';

/** Events that are read at once to find the next one for an endpoint. */
const READ_AT_ONCE = 50;

/** An endpoint that is being switched off gets nothing meanwhile; should that fail, it is tried again after so long. */
const SWITCHING_OFF_MS = 600_000;

/** How one step of a run ended. */
type Step = 'again' | 'stop' | { readonly waitMs: number };

/**
 * Sends an endpoint what it has not had, in the log's order, one after the other, until there is nothing more or an attempt fails. One run
 * at a time does so, under its own lease; what it sent and could not record is sent again, under the same id. Answers the milliseconds
 * after which the job has to continue, undefined when there is nothing to wait for.
 */
export async function deliverTo(
  services: CommandServices,
  sender: Sender,
  webhookId: number,
): Promise<number | undefined> {
  // Not the job's id: a job that stalled is run again while its first run may still come back.
  const holder = randomUUID();
  await requestDelivery(services.db, webhookId);
  for (let sent = 0; sent < sender.settings.atOnce; sent += 1) {
    const step = await deliverNext(services, sender, webhookId, holder).catch(goOnInNewEpoch);
    if (step === 'stop') return undefined;
    if (step !== 'again') return step.waitMs;
  }
  await releaseLease(services.db, webhookId, holder);
  return 0;
}

/** The next step reads the cursor again. */
function goOnInNewEpoch(error: unknown): Step {
  if (error instanceof EpochChanged) return 'again';
  throw error;
}

async function deliverNext(
  services: CommandServices,
  sender: Sender,
  webhookId: number,
  holder: string,
): Promise<Step> {
  const { db } = services;
  const { holdMs } = sender.settings;
  const window = openSendWindow(holdMs);
  const held = await acquireLease(db, webhookId, holder, holdMs);
  if (held === undefined) return 'stop';
  const next = await findNext(services, held);
  if (next.message === undefined) {
    await advanceCursor(db, held, holder, next.position);
    if (!next.isEnd) return 'again';
    return (await releaseIfIdle(db, held, holder)) ? 'stop' : 'again';
  }
  const sent = await attemptAt(services, sender, { target: held, message: next.message, window });
  if (sent === undefined) return 'again';
  const { answer, attempt } = sent;
  const endpoint = sender.outage?.(`The webhook ${held.id} at ${new URL(held.url).host}`);
  if (answer.outcome === 'taken') {
    endpoint?.worked();
    await recordDelivered(db, held, attempt, holder);
    return 'again';
  }
  endpoint?.failed(new Error(answer.outcome));
  await keepAttempt(db, attempt);
  return failed(services, sender, { held, attempt, holder, askedMs: answer.askedMs });
}

interface Next {
  readonly position: number;
  /** Nothing lies behind this position yet. */
  readonly isEnd: boolean;
  readonly message?: { readonly id: string; readonly position: number; readonly payload: WebhookPayload };
}

/** The next event for this endpoint; without one, how far there is none. */
async function findNext({ store, db }: CommandServices, held: HeldWebhook): Promise<Next> {
  const types = logTypesOf(held.types);
  const after = { epoch: held.epoch, position: held.position };
  const batch = await store.readLog({ after, limit: READ_AT_ONCE, types });
  for (const event of batch.events) {
    const [payload, subject] = [payloadOf(event), subjectOf(event.streamId)];
    if (payload === undefined || subject === undefined || !(await isInSight(db, held.scope, subject)))
      continue;
    const { position } = event;
    return { position, isEnd: false, message: { id: messageIdOf(event.eventId), position, payload } };
  }
  return { position: batch.next.position, isEnd: batch.events.length < READ_AT_ONCE };
}

interface Failed {
  readonly held: HeldWebhook;
  readonly attempt: Attempt;
  readonly holder: string;
  readonly askedMs: number | null;
}

/** Tried again after a pause, or never: 410 says so, and so do days without a success. */
async function failed(
  services: CommandServices,
  sender: Sender,
  { held, attempt, holder, askedMs }: Failed,
): Promise<Step> {
  const { settings, log } = sender;
  const why =
    attempt.outcome === 'gone' ? 'gone' : held.failingMs >= settings.giveUpAfterMs ? 'failing' : undefined;
  const waitMs =
    why === undefined ? settings.pauseMs(held.failures + 1, Math.random(), askedMs) : SWITCHING_OFF_MS;
  await recordFailure(services.db, attempt, holder, waitMs);
  if (why === undefined) return { waitMs };
  await switchOff(services, held.id, why);
  log.warn(
    { webhook: held.id, why },
    'webhook endpoint switched off, nothing is sent until a person switches it on',
  );
  return 'stop';
}

async function switchOff(services: CommandServices, webhookId: number, why: WebhookOff): Promise<void> {
  const caller = systemCaller(services.clock, 'webhooks');
  await changeWebhook(services, caller, webhookId, { type: 'SwitchWebhookOff', why });
}
