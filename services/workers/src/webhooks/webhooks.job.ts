import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { openSendWindow } from '@atelier/application/shared/send-window.ts';
import { keepAttempt } from '@atelier/application/webhooks/sending.commands.ts';
import { findPingTarget, listUnsent } from '@atelier/application/webhooks/sending.queries.ts';
import { PING } from '@atelier/domain/webhooks/contract.ts';
import { findResend, findResendTarget } from '@atelier/application/webhooks/resending.queries.ts';
import { job, type JobSlice } from '../jobs/job-slice.ts';
import { NotYet, type JobQueue } from '../jobs/queues.ts';
import { z } from 'zod';
import { attemptAt, messageIdOf, type Sender } from './attempt.ts';
import { deliverTo } from './deliver.ts';
import { sendingWork, WEBHOOK_QUEUE, webhookReaction } from './webhooks.reaction.ts';

/** Endpoints that one process sends to at once: a slow one keeps few others waiting. */
const SIDE_BY_SIDE = 8;

const pingPayload = z.object({ webhook_id: z.int(), event_id: z.string(), at: z.string() });
const resendPayload = z.object({ webhook_id: z.int(), position: z.int() });

/** Sending to other systems (docs/product/webhooks.md). */
export function webhookSlice(sender: Sender): JobSlice {
  return {
    queue: WEBHOOK_QUEUE,
    concurrency: SIDE_BY_SIDE,
    jobs: [
      job('send', z.object({ webhook_id: z.int() }), (services, { webhook_id: id }) =>
        send(services, sender, id),
      ),
      job('ping', pingPayload, (services, payload) => ping(services, sender, payload)),
      job('resend', resendPayload, (services, payload) => resend(services, sender, payload)),
    ],
    reactions: [webhookReaction()],
    reconcile: (services, queue) => putBack(services, sender, queue),
  };
}

/**
 * A failed delivery is retried by this job itself, delayed (`NotYet`) by the pause of product/webhooks.md §4; the attempts of the queue
 * are for errors of this system.
 */
async function send(services: CommandServices, sender: Sender, webhookId: number): Promise<void> {
  const waitMs = await deliverTo(services, sender, webhookId);
  if (waitMs !== undefined) throw new NotYet(waitMs);
}

/** A test delivery: once, whatever comes of it, also to an endpoint that is off. */
async function ping(
  services: CommandServices,
  sender: Sender,
  { webhook_id: webhookId, event_id: eventId, at }: z.infer<typeof pingPayload>,
): Promise<void> {
  const window = openSendWindow(sender.settings.holdMs);
  const target = await findPingTarget(services.db, webhookId);
  if (target === undefined) return;
  const payload = { type: PING, timestamp: at, data: { webhook_id: webhookId } };
  const message = { id: messageIdOf(eventId), position: null, payload };
  const sent = await attemptAt(services, sender, { target, message, window });
  if (sent === undefined) throw new NotYet(0);
  await keepAttempt(services.db, sent.attempt);
}

/**
 * One event once more, under its own number: once, whatever comes of it. The cursor and its lease stay where they are. What the endpoint may
 * no longer get is not sent.
 */
async function resend(
  services: CommandServices,
  sender: Sender,
  { webhook_id: webhookId, position }: z.infer<typeof resendPayload>,
): Promise<void> {
  const window = openSendWindow(sender.settings.holdMs);
  const { db, store } = services;
  const target = await findResendTarget(db, webhookId);
  if (target === undefined) return;
  const { eventId, payload, why } = await findResend(db, store, target, position);
  if (why !== null || payload === null || eventId === null) {
    sender.log.warn({ webhook: webhookId, position, why }, 'webhook delivery not sent again');
    return;
  }
  const message = { id: messageIdOf(eventId), position, payload };
  const sent = await attemptAt(services, sender, { target, message, window });
  if (sent === undefined) throw new NotYet(0);
  await keepAttempt(db, sent.attempt);
}

/** What the log calls due and no queue may know: after a kill, or after the queues were lost. */
async function putBack(
  { db, store, clock }: CommandServices,
  { settings }: Sender,
  queue: JobQueue,
): Promise<void> {
  const { position } = await store.readHorizon();
  const slot = Math.floor(clock.now().getTime() / settings.slotMs);
  for (const id of await listUnsent(db, position)) {
    const { name, data, key } = sendingWork(id, `s${slot}`);
    await queue.add(name, data, key);
  }
}
