import { withdrawExport } from '@atelier/domain/exports/export.ts';
import type { ItemId } from '@atelier/domain/kernel.ts';
import { handleCommand } from '@atelier/event-store/handle-command.ts';
import type { EventMetadata } from '@atelier/event-store/types.ts';
import { sql } from 'kysely';
import { exportAggregate } from './aggregates.ts';
import { exportStream } from './exports/export.commands.ts';
import { removeLooseFiles } from './exports/export-files.commands.ts';
import type { CommandServices } from './commands/run-command.ts';

type Services = Pick<CommandServices, 'store' | 'db' | 'blobs'>;

/**
 * Takes away the files of lists that may hold one of these pieces: those made of filters all do. Whoever still needs one asks
 * for it again. A worker that was building one meanwhile takes its own away.
 */
export async function withdrawExports(
  services: Services,
  itemIds: readonly ItemId[],
  metadata: EventMetadata,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from export_row where state = 'done'`.execute(
    services.db,
  );
  for (const { id } of rows) await withdraw(services, id, itemIds, metadata);
  // Also what an earlier call or a worker left to the sweep: it must not lie here until that comes by.
  await removeLooseFiles(services, new Date(metadata.occurredAt));
}

async function withdraw(
  { store }: Services,
  exportId: number,
  itemIds: readonly ItemId[],
  metadata: EventMetadata,
): Promise<void> {
  const streamId = exportStream(exportId);
  await handleCommand(store, {
    streams: [streamId],
    metadata,
    decide: (histories) => {
      const events = histories.get(streamId)?.events ?? [];
      const state = exportAggregate.stateOf(events);
      const decision = withdrawExport(itemIds, state, { now: metadata.occurredAt });
      if (!decision.ok || decision.events.length === 0) return { ok: true, streams: [] };
      const row = exportAggregate.rowOf([...events, ...decision.events]);
      return { ok: true, streams: [{ streamId, events: decision.events, ...(row && { row }) }] };
    },
  });
}
