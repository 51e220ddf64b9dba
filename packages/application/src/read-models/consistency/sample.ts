import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { type CoveredTable, type RowOwner, COVERED_TABLES } from './covered-tables.ts';
import { live } from './scratch.ts';

/** Where the sweep stands: the last stream, and the last row of each table, by name. Nothing = at the beginning. */
export type Cursors = Readonly<Record<string, string | number>>;

/** Streams by the newest events: what is being worked on is compared within minutes. */
export async function recentStreams(session: Kysely<Database>, events: number): Promise<readonly string[]> {
  return streamIds(
    session,
    sql`
    select distinct stream_id from (select stream_id from public.events order by position desc limit ${events}) e`,
  );
}

/** Streams at random places of the log, so that no order of the sweep hides anything for long. */
export async function randomStreams(
  session: Kysely<Database>,
  count: number,
  random: () => number,
): Promise<readonly string[]> {
  const places = Array.from({ length: count }, random);
  return streamIds(
    session,
    sql`
    select distinct e.stream_id
      from (select coalesce(max(position), 0) as newest from public.events) log
     cross join unnest(${places}::float8[]) place
     cross join lateral (select stream_id from public.events
                          where position >= (place * log.newest)::bigint order by position limit 1) e`,
  );
}

/** The next streams in the order of their names; fewer than asked for = the end of the sweep. */
export function nextStreams(
  session: Kysely<Database>,
  after: string,
  count: number,
): Promise<readonly string[]> {
  return streamIds(
    session,
    sql`
    select stream_id from public.streams where stream_id > ${after} and archive is null order by stream_id limit ${count}`,
  );
}

/** How many streams there are, as the planner knows it. */
export async function countStreams(session: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ streams: number }>`
    select greatest(reltuples, 0)::bigint as streams from pg_class where oid = 'public.streams'::regclass`.execute(
    session,
  );
  return rows[0]?.streams ?? 0;
}

async function streamIds(
  session: Kysely<Database>,
  query: ReturnType<typeof sql>,
): Promise<readonly string[]> {
  const { rows } = await sql<{ stream_id: string }>`${query}`.execute(session);
  return rows.map(({ stream_id }) => stream_id);
}

/**
 * Rows whose stream does not exist: no sweep over the streams would come to them. Goes through `count` rows of every
 * table and answers the streams they name, with where it stopped.
 */
export async function strayRows(
  session: Kysely<Database>,
  cursors: Cursors,
  count: number,
): Promise<{ readonly streamIds: readonly string[]; readonly cursors: Cursors }> {
  const found: string[] = [];
  const moved: Record<string, string | number> = {};
  for (const covered of COVERED_TABLES) {
    for (const [index, owner] of covered.owners.entries()) {
      const name = `${covered.table} ${index}`;
      const stretch = await strayIn(session, covered, owner, Number(cursors[name] ?? 0), count);
      found.push(...stretch.strays);
      moved[name] = stretch.rows < count ? 0 : stretch.last;
    }
  }
  return { streamIds: found, cursors: { ...cursors, ...moved } };
}

interface Stretch {
  readonly rows: number;
  readonly last: number;
  readonly strays: readonly string[];
}

async function strayIn(
  session: Kysely<Database>,
  { table }: CoveredTable,
  { streamId, sweepBy, only }: RowOwner,
  after: number,
  count: number,
): Promise<Stretch> {
  const { rows } = await sql<Stretch>`
    select count(*)::int as rows, coalesce(max(place), 0) as last,
           coalesce(array_agg(distinct owner) filter (where not exists (
             select from public.streams s where s.stream_id = owner)), '{}') as strays
      from (select distinct ${sql.ref(sweepBy)} as place, ${streamId} as owner from ${live(table)} t
             where ${only} and ${sql.ref(sweepBy)} > ${after} order by 1 limit ${count}) row`.execute(
    session,
  );
  return rows[0] ?? { rows: 0, last: 0, strays: [] };
}
