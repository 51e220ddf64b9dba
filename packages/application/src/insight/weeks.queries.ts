import { sql, type RawBuilder } from 'kysely';

/**
 * The Monday (UTC) of the week of a time, as a date. By arithmetic: `date_trunc` looks its time zone up for each row, which costs more
 * than everything else that a figure does with it.
 */
export const mondayOf = (column: string): RawBuilder<string> => sql`
  date '1970-01-05' + 7 * floor((date_part('epoch', ${sql.ref(column)}) - 345600) / 604800)::integer`;

/** Whole seconds from one time to another, rounded down. */
export const secondsBetween = (from: string, until: string): RawBuilder<number> =>
  sql`floor(date_part('epoch', ${sql.ref(until)} - ${sql.ref(from)}))::bigint`;
