import { reject } from '@atelier/domain/decider.ts';
import type { JobEvent } from '@atelier/domain/system/jobs/events.ts';
import { runCommand } from '../../commands/run-command.ts';
import type { Caller, CommandOutcome, CommandServices } from '../../commands/run-command.ts';

type Told =
  | { readonly queue: string; readonly jobId: string; readonly name: string; readonly reason: string }
  | { readonly projection: string; readonly streamId: string; readonly reason: string };

/**
 * Writes down who told what to try again, and why; not found where `target` finds nothing that failed. It is looked for
 * inside the decision, so that the same command sent again is answered as the first time. Answers `{retry_id}`.
 */
export async function noteRetry(
  services: CommandServices,
  caller: Caller,
  target: () => Promise<Told | undefined>,
): Promise<CommandOutcome> {
  const [retryId = 0] = await services.store.nextIds(1);
  const streamId = `job-retry-${retryId}`;
  return runCommand(services, caller, {
    streams: [streamId],
    decide: async (_states, { now, actor }) => {
      const told = await target();
      if (told === undefined) return reject('not_found');
      const stamp = { retryId, at: now, by: { userId: actor.userId, workerId: actor.workerId } };
      return {
        ok: true,
        streams: [{ streamId, events: [eventOf(told, stamp)] }],
        answer: { retry_id: retryId },
      };
    },
  });
}

type Stamp = Pick<JobEvent['data'], 'retryId' | 'at' | 'by'>;

const eventOf = (told: Told, stamp: Stamp): JobEvent =>
  'queue' in told
    ? { type: 'JobRetried', data: { ...told, ...stamp } }
    : { type: 'ParkedStreamReleased', data: { ...told, ...stamp } };
