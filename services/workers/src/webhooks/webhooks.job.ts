import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { openSendWindow } from '@atelier/application/shared/send-window.ts';
import { keepAttempt } from '@atelier/application/webhooks/sending.commands.ts';
import { findPingTarget, listUnsent } from '@atelier/application/webhooks/sending.queries.ts';
import { PING } from '@atelier/domain/webhooks/contract.ts';
import type { JobSlice } from '../jobs/job-slice.ts';
import { NotYet } from '../jobs/queues.ts';
import type { DueJob, JobQueue } from '../jobs/queues.ts';
import { attemptAt, messageIdOf } from './attempt.ts';
import type { Sender } from './attempt.ts';
import { deliverTo } from './deliver.ts';
import { sendingWork, WEBHOOK_QUEUE, webhookPolicy } from './webhooks.policy.ts';

/** Endpoints that one process sends to at once: a slow one keeps few others waiting. */
const SIDE_BY_SIDE = 8;

/** Sending to other systems (docs/product/webhooks.md). */
export function webhookSlice(sender: Sender): JobSlice {
  return {
    queue: WEBHOOK_QUEUE,
    concurrency: SIDE_BY_SIDE,
    handler: (services) => (job) => (job.name === 'ping' ? ping : send)(services, sender, job),
    policies: [webhookPolicy()],
    reconcile: (services, queue) => putBack(services, sender, queue),
  };
}

async function send(services: CommandServices, sender: Sender, { data }: DueJob): Promise<void> {
  const waitMs = await deliverTo(services, sender, Number(data['webhook_id']));
  if (waitMs !== undefined) throw new NotYet(waitMs);
}

/** A test delivery: once, whatever comes of it, also to an endpoint that is off. */
async function ping(services: CommandServices, sender: Sender, { data }: DueJob): Promise<void> {
  const window = openSendWindow(sender.settings.holdMs);
  const webhookId = Number(data['webhook_id']);
  const target = await findPingTarget(services.db, webhookId);
  if (target === undefined) return;
  const payload = { type: PING, timestamp: String(data['at']), data: { webhook_id: webhookId } };
  const message = { id: messageIdOf(String(data['event_id'])), position: null, payload };
  const sent = await attemptAt(services, sender, { target, message, window });
  if (sent === undefined) throw new NotYet(0);
  await keepAttempt(services.db, sent.attempt);
}

/** What the log calls due and no queue may know: after a kill, or after the queues were lost. */
async function putBack(
  { db, store, clock }: CommandServices,
  { settings }: Sender,
  queue: JobQueue,
): Promise<void> {
  const { position } = await store.readHorizon();
  const slot = Math.floor(clock.now().getTime() / settings.recheckMs);
  for (const id of await listUnsent(db, position)) {
    const { name, data, key } = sendingWork(id, `s${slot}`);
    await queue.add(name, data, key);
  }
}
