import { type Kysely, sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { SpanRow } from './held-span.table.ts';

const text = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** Spans with their times as text, to the microsecond. */
export function spanRows(db: Kysely<Database>) {
  return db
    .selectFrom('custody_spans as s')
    .select([
      's.item_id',
      's.piece',
      's.entered_position',
      's.holder_kind',
      's.holder_id',
      's.from_site',
      's.to_site',
      's.left_position',
      's.actor',
      's.worker',
      's.actor_site',
      's.version',
    ])
    .select([text('s.entered_at').as('entered_at')])
    .select([sql<string | null>`${text('s.left_at')}`.as('left_at')])
    .$castTo<SpanRow>();
}
