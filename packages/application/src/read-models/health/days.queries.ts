import { DAYS_SHOWN, type HealthDay } from '@atelier/domain/system/health/contract.ts';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../../platform/database.ts';

interface Source {
  readonly table: string;
  /** When it happened. */
  readonly at: string;
  /** Which rows count as failures. */
  readonly isBad: RawBuilder<unknown>;
  readonly only?: RawBuilder<unknown>;
}

/** How each of the last 30 times 24 hours went, the oldest first. */
export async function readDays(
  db: Kysely<Database>,
  now: Date,
  { table, at, isBad, only = sql`true` }: Source,
): Promise<HealthDay[]> {
  const { rows } = await sql<{ ago: number; bad: boolean }>`
    select floor(extract(epoch from ${now}::timestamptz - ${sql.ref(at)}) / 86400)::int as ago, bool_or(${isBad}) as bad
      from ${sql.table(table)}
     where ${sql.ref(at)} > ${now}::timestamptz - make_interval(days => ${DAYS_SHOWN})
       and ${sql.ref(at)} <= ${now} and ${only}
     group by 1`.execute(db);
  const byAge = new Map(rows.map(({ ago, bad }) => [ago, bad]));
  return Array.from({ length: DAYS_SHOWN }, (_, index) => dayOf(byAge.get(DAYS_SHOWN - 1 - index)));
}

const dayOf = (bad: boolean | undefined): HealthDay => (bad === undefined ? 'none' : bad ? 'bad' : 'well');
