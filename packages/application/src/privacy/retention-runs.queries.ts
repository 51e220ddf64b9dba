import type { RetentionRunView } from '@atelier/contracts/privacy/retention-schema.ts';
import type { Kysely } from 'kysely';
import { findUserNames } from '../shared/people.queries.ts';
import type { Database } from '../platform/database.ts';

/** The run that waits for an approval or is under way, of whatever day; there is one at most. */
export async function findOpenRun(
  db: Kysely<Database>,
): Promise<{ readonly id: number; readonly stage: string } | undefined> {
  return db
    .selectFrom('retention_run_row')
    .select(['id', 'stage'])
    .where('stage', 'in', ['waiting', 'running'])
    .orderBy('id')
    .executeTakeFirst();
}

/** Whether a run was begun on this day or later. */
export async function hasRunSince(db: Kysely<Database>, runId: number): Promise<boolean> {
  const row = await db
    .selectFrom('retention_run_row')
    .select('id')
    .where('id', '>=', runId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

const SHOWN = 10;

/** The newest runs. */
export async function listRetentionRuns(db: Kysely<Database>): Promise<readonly RetentionRunView[]> {
  const rows = await db
    .selectFrom('retention_run_row')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute();
  const names = await findUserNames(
    db,
    rows.flatMap(({ decided_by }) => decided_by ?? []),
  );
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    stage: row.stage,
    found: row.found,
    asked: row.asked,
    kept: row.kept,
    started_at: row.started_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    decided_by:
      row.decided_by === null ? null : { id: row.decided_by, name: names.get(row.decided_by) ?? '' },
    ended_at: row.ended_at?.toISOString() ?? null,
  }));
}
