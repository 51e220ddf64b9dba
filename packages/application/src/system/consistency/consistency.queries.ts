import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../../platform/database.ts';
import type { ConsistencyProgressTable, DifferenceTable } from './consistency.table.ts';

/** How far the comparison is, and how many differences there are. */
export interface ConsistencyState extends Selectable<ConsistencyProgressTable> {
  readonly open: number;
  readonly found: number;
}

export async function consistencyState(db: Kysely<Database>): Promise<ConsistencyState> {
  const progress = await db.selectFrom('consistency_progress').selectAll().executeTakeFirstOrThrow();
  const counts = await db
    .selectFrom('difference_row')
    .select((some) => [
      some.fn.countAll<number>().as('found'),
      some.fn.countAll<number>().filterWhere('stage', '=', 'open').as('open'),
    ])
    .executeTakeFirstOrThrow();
  return { ...progress, ...counts };
}

/** The differences that still stand first, then the newest. */
export function listDifferences(db: Kysely<Database>, limit: number): Promise<readonly DifferenceTable[]> {
  return db
    .selectFrom('difference_row')
    .selectAll()
    .orderBy((row) => row('stage', '=', 'open'), 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Differences that still stand, the oldest first. */
export function openDifferences(db: Kysely<Database>, limit: number): Promise<readonly DifferenceTable[]> {
  return db
    .selectFrom('difference_row')
    .selectAll()
    .where('stage', '=', 'open')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** How many differences each table ever had, and how many stand, for the metric. */
export async function countDifferences(
  db: Kysely<Database>,
): Promise<readonly { readonly table_name: string; readonly stage: string; readonly total: number }[]> {
  return db
    .selectFrom('difference_row')
    .select(['table_name', 'stage', (row) => row.fn.countAll<number>().as('total')])
    .groupBy(['table_name', 'stage'])
    .execute();
}
