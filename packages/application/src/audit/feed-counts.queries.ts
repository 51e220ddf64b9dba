import type { CountsQuery, FeedCounts } from '@atelier/contracts/audit/feed-schema.ts';
import { FEED_KINDS, STREAM_PREFIXES, type FeedKind } from '@atelier/domain/audit/subjects.ts';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';
import { spanAsked } from './feed.queries.ts';

/** The newest so many events are counted: a fifth of a second. */
const MOST = 100_000;

/** The first prefix that fits says the kind, as `kindOfStream` does. */
const KIND_SQL = sql.raw(
  `case ${STREAM_PREFIXES.map(
    ([prefix, kind]) => `when stream_id = '${prefix}' or stream_id like '${prefix}-%' then '${kind}'`,
  ).join(' ')} else 'upkeep' end`,
);

/** How many events of each kind there were, by day of a time zone. Inside `inScope`. */
export async function countFeed(trx: Kysely<Database>, asked: CountsQuery): Promise<FeedCounts> {
  const { from = null, to = null, known = null } = spanAsked(asked);
  const site = asked.site === undefined ? null : String(asked.site);
  const { rows } = await sql<{ kind: FeedKind; day: string; count: number; since: Date; read: number }>`
    with newest as materialized (
      select stream_id, recorded_at, metadata from events
       where position <= (select position from log_horizon)
         and (${known}::timestamptz is null or recorded_at <= ${known}::timestamptz)
       order by position desc limit ${MOST}
    )
    select ${KIND_SQL} as kind, to_char((metadata ->> 'occurredAt')::timestamptz at time zone ${asked.zone}, 'YYYY-MM-DD') as day,
           count(*)::int as count,
           (select min(recorded_at) from newest) as since, (select count(*)::int from newest) as read
      from newest
     where (${from}::text is null or metadata ->> 'occurredAt' >= ${from})
       and (${to}::text is null or metadata ->> 'occurredAt' < ${to})
       and (${site}::text is null or metadata ->> 'site' = ${site})
     group by 1, 2`.execute(trx);
  const [{ since, read } = { since: null, read: 0 }] = rows;
  const sumBy = <Key extends string>(keyOf: (row: (typeof rows)[number]) => Key): Map<Key, number> => {
    const sums = new Map<Key, number>();
    for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + row.count);
    return sums;
  };
  const [kinds, days] = [sumBy(({ kind }) => kind), sumBy(({ day }) => day)];
  return {
    since: read === MOST ? (since?.toISOString() ?? null) : null,
    kinds: FEED_KINDS.map((kind) => ({ kind, count: kinds.get(kind) ?? 0 })),
    days: [...days].map(([day, count]) => ({ day, count })).toSorted((a, b) => (a.day < b.day ? -1 : 1)),
  };
}
