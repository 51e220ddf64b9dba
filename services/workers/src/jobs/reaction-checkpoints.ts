import { inEpoch } from '@atelier/application/shared/in-epoch.ts';
import type { AppDb } from '@atelier/application/platform/database.ts';
import type { LogCursor } from '@atelier/event-store/log-requests.ts';
import { sql } from 'kysely';

declare module '@atelier/application/platform/database.ts' {
  interface Database {
    policy_checkpoints: { name: string; position: number; updated_at: Date };
  }
}

/** Where a reaction goes on reading; from the beginning for one that never ran. */
export async function readReactionCheckpoint(db: AppDb, name: string): Promise<LogCursor> {
  const { rows } = await sql<LogCursor>`
    select h.epoch, coalesce(c.position, 0) as position
      from log_horizon h left join policy_checkpoints c on c.name = ${name}`.execute(db);
  if (rows[0] === undefined) throw new Error('the log has no horizon: run the migrations');
  return rows[0];
}

/** Only ever forward: two processes may run the same reaction. A cursor of an earlier epoch is not saved. */
export async function saveReactionCheckpoint(
  db: AppDb,
  name: string,
  { epoch, position }: LogCursor,
): Promise<void> {
  await sql`
    insert into policy_checkpoints (name, position, updated_at)
    select ${name}, ${position}, clock_timestamp() where ${inEpoch(epoch)}
    on conflict (name) do update set position = excluded.position, updated_at = excluded.updated_at
     where policy_checkpoints.position < excluded.position`.execute(db);
}
