import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { removeLooseFiles } from '@atelier/application/remove-export-files.ts';
import { expireExport } from '@atelier/application/exports/export.commands.ts';
import { listExpiredExports } from '@atelier/application/exports/export.queries.ts';
import { systemCaller } from '../system-caller.ts';

/**
 * Takes files away whose day is over, and those that a dead worker left behind. First the event, then the bytes, then the
 * note of them: killed anywhere, the next sweep goes on. Any number of processes may do it at once.
 */
export async function sweepExports(services: CommandServices): Promise<void> {
  const { db, clock } = services;
  const now = clock.now();
  for (const id of await listExpiredExports(db, now))
    await expireExport(services, systemCaller(clock, 'exports-sweep'), id);
  await removeLooseFiles(services, now);
}
