import { reject } from '@atelier/domain/decider.ts';
import type { JobEvent } from '@atelier/domain/system/jobs/events.ts';
import {
  runCommand,
  type Caller,
  type CommandOutcome,
  type CommandServices,
} from '../../commands/run-command.ts';

type RetryTarget =
  | { readonly queue: string; readonly jobId: string; readonly name: string; readonly reason: string }
  | { readonly projection: string; readonly streamId: string; readonly reason: string };

/**
 * Records who retried what, and why; not found where `target` finds nothing that failed. It is searched
 * inside the decision, so that the same command sent again is answered as the first time. Answers `{retry_id}`.
 */
export async function noteRetry(
  services: CommandServices,
  caller: Caller,
  target: () => Promise<RetryTarget | undefined>,
): Promise<CommandOutcome> {
  const [retryId = 0] = await services.store.nextIds(1);
  const streamId = `job-retry-${retryId}`;
  return runCommand(services, caller, {
    streams: [streamId],
    decide: async (_states, { now, actor }) => {
      const found = await target();
      if (found === undefined) return reject('not_found');
      const stamp = { retryId, at: now, by: { userId: actor.userId, workerId: actor.workerId } };
      return {
        ok: true,
        streams: [{ streamId, events: [eventOf(found, stamp)] }],
        answer: { retry_id: retryId },
      };
    },
  });
}

type Stamp = Pick<JobEvent['data'], 'retryId' | 'at' | 'by'>;

const eventOf = (found: RetryTarget, stamp: Stamp): JobEvent =>
  'queue' in found
    ? { type: 'JobRetried', data: { ...found, ...stamp } }
    : { type: 'ParkedStreamReleased', data: { ...found, ...stamp } };
