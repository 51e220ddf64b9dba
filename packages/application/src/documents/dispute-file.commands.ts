import type { DisputeFileMade } from '@atelier/domain/exports/events.ts';
import {
  runCommand,
  type Caller,
  type CommandOutcome,
  type CommandServices,
} from '../commands/run-command.ts';

/** Logs that an account downloads a piece's dispute file, before the file leaves. */
export async function noteDisputeFile(
  services: CommandServices,
  caller: Caller,
  made: Pick<DisputeFileMade['data'], 'itemId' | 'manifest'>,
): Promise<CommandOutcome> {
  const [fileId = 0] = await services.store.nextIds(1);
  const streamId = `dispute-file-${fileId}`;
  return runCommand(services, caller, {
    streams: [],
    decide: (_states, { now, actor }) => {
      const by = { userId: actor.userId, workerId: actor.workerId };
      const event: DisputeFileMade = { type: 'DisputeFileMade', data: { fileId, ...made, at: now, by } };
      return { ok: true, streams: [{ streamId, events: [event] }] };
    },
  });
}
