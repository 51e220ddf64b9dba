import { withdrawExport } from '@atelier/domain/exports/export.ts';
import { exportStream, type ItemId } from '@atelier/domain/kernel.ts';
import { handleCommand } from '@atelier/event-store/handle-command.ts';
import type { EventMetadata } from '@atelier/event-store/types.ts';
import { sql, type Kysely } from 'kysely';
import { exportAggregate } from './aggregates.ts';
import type { CommandServices } from './commands/run-command.ts';
import type { Database } from './platform/database.ts';

type Services = Pick<CommandServices, 'store' | 'db' | 'blobs'>;

/**
 * Deletes the files of lists that may hold one of these pieces: those made of filters all do. A requester that
 * still needs one requests it again. A worker that is building one meanwhile deletes it.
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

interface LooseFile {
  readonly export_id: number;
  readonly blob: string;
}

const AT_ONCE = 100;
/** A worker that has not said so within this time has died with its file. */
const ABANDONED_AFTER_MS = 3_600_000;

/** Bytes that no export offers any more: of expired files, and of attempts that never ended. */
function listLooseFiles(db: Kysely<Database>, now: Date): Promise<readonly LooseFile[]> {
  return (
    db
      .selectFrom('export_files as f')
      .leftJoin('export_row as e', (join) =>
        join.onRef('e.id', '=', 'f.export_id').onRef('e.blob', '=', 'f.blob').on('e.state', '=', 'done'),
      )
      // A part stays with its file, also while the others are being written.
      .leftJoin('export_parts as p', (join) =>
        join.onRef('p.export_id', '=', 'f.export_id').onRef('p.blob', '=', 'f.blob'),
      )
      .leftJoin('export_row as whole', (join) =>
        join.onRef('whole.id', '=', 'p.export_id').on('whole.state', 'in', ['requested', 'done']),
      )
      .select(['f.export_id', 'f.blob'])
      .where('e.id', 'is', null)
      .where('whole.id', 'is', null)
      .where((where) =>
        where.or([
          where('f.kept_at', '<', new Date(now.getTime() - ABANDONED_AFTER_MS)),
          where.exists(
            where
              .selectFrom('export_row as x')
              .select('x.id')
              .whereRef('x.id', '=', 'f.export_id')
              .where('x.state', 'in', ['removed', 'cancelled']),
          ),
        ]),
      )
      .limit(AT_ONCE)
      .execute()
  );
}

/**
 * Takes away what `listLooseFiles` finds: first the bytes of all, so that the vault is written once, then the note of each. Killed in
 * between, the next one goes on.
 */
export async function removeLooseFiles(
  { db, blobs }: Pick<CommandServices, 'db' | 'blobs'>,
  now: Date,
): Promise<void> {
  for (let isMore = true; isMore;) {
    const files = await listLooseFiles(db, now);
    await blobs.remove(files.map(({ blob }) => blob));
    for (const file of files) await forgetFile(db, file);
    isMore = files.length === AT_ONCE;
  }
}

/** After the bytes are gone. */
async function forgetFile(db: Kysely<Database>, { export_id, blob }: LooseFile): Promise<void> {
  await db.deleteFrom('export_parts').where('export_id', '=', export_id).where('blob', '=', blob).execute();
  await db.deleteFrom('export_files').where('export_id', '=', export_id).where('blob', '=', blob).execute();
  await db
    .deleteFrom('export_progress')
    .where('export_id', '=', export_id)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('export_row as e')
            .select('e.id')
            .where('e.id', '=', export_id)
            .where('e.state', 'in', ['requested', 'done']),
        ),
      ),
    )
    .execute();
}
