import { ADMINISTERED, isAdministered, kindOfChange } from '@atelier/domain/audit/administered.ts';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { StoredEvent } from '@atelier/event-store/types.ts';
import type { Folding } from '@atelier/event-store/projections/projection.ts';
import type { Projection } from '../projections/projection.ts';
import type { AdminChangeTable } from './admin-changes.table.ts';

/** Where in the log administrators changed something: found at once, however long the log is. */
export const adminChangesProjection: Projection = {
  name: 'admin_changes',
  types: ADMINISTERED,
  tables: ['admin_changes'],
  begin: async (trx) => fold(trx),
};

function fold(trx: Transaction<Database>): Folding {
  const rows: AdminChangeTable[] = [];
  return {
    apply: (event) => {
      if (isAdministered(event.type)) rows.push(rowOf(event));
    },
    save: () => insertChanges(trx, rows),
  };
}

function rowOf({ position, streamId, type, version, metadata: { actor } }: StoredEvent): AdminChangeTable {
  const id = Number(actor.id);
  const isPerson = actor.kind === 'user' && Number.isSafeInteger(id) && id > 0;
  return {
    position,
    stream_id: streamId,
    kind: kindOfChange(type),
    actor_id: isPerson ? id : null,
    version,
  };
}

async function insertChanges(trx: Transaction<Database>, rows: readonly AdminChangeTable[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into admin_changes (position, stream_id, kind, actor_id, version)
    select position, stream_id, kind, actor_id, version
      from json_populate_recordset(null::admin_changes, ${JSON.stringify(rows)}::json)
    on conflict do nothing`.execute(trx);
}
