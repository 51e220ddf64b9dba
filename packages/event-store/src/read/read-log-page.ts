import type { Pool } from 'pg';
import type { EventCodec } from '../registry/event-codec.ts';
import type { EventRow, LogPage } from '../types.ts';
import type { ReadLogPageRequest } from '../log-requests.ts';

/**
 * One statement per direction, whose plan is kept: partition by partition along the primary key. The bounds on positions hold
 * before the envelope's filters, so that a rare actor costs no more than one stretch of the log.
 */
const statementOf = (order: 'asc' | 'desc', only: '' | '_only' = '') => ({
  name: `read_log_page_${order}${only}`,
  text: `
    select e.position, e.stream_id, e.version, e.event_id, e.type, e.schema_version, e.data, e.metadata,
           (e.recorded_at at time zone 'UTC')::text as recorded, encode(e.hash, 'hex') as hash
      from events e
     where e.position > $1 and e.position < $2
       and (${only === '' ? '$3::text is null or e.stream_id ~ $3' : 'e.stream_id = any ($3::text[])'})
       and ($4::text is null or e.metadata ->> 'occurredAt' >= $4)
       and ($5::text is null or e.metadata ->> 'occurredAt' < $5)
       and (e.stream_id = $6 or (
             ($7::text is null or e.metadata -> 'actor' ->> 'id' = $7)
         and ($8::text is null or e.metadata -> 'worker' ->> 'id' = $8)
         and ($9::text is null or e.metadata ->> 'site' = $9)))
       and ($10::timestamptz is null or e.recorded_at <= $10)
     order by e.position ${order} limit $11`,
});
/** Each epoch leaves a million positions out: a stretch begins at the nearest event. */
const nearestOf = (order: 'asc' | 'desc', begin: string, from: string) => ({
  name: `read_log_nearest_${order}`,
  text: `
    select h.position, (select e.position from events e where ${from} order by e.position ${order} limit 1) ${begin} 1 as nearest
      from log_horizon h`,
});
const nearest = {
  newest: nearestOf(
    'desc',
    '+',
    'e.position < coalesce($1::bigint, h.position + 1) and e.position <= h.position',
  ),
  oldest: nearestOf('asc', '-', 'e.position > coalesce($1::bigint, 0)'),
};

interface Ends {
  readonly position: number;
  readonly nearest: number | null;
}

const statements = { newest: statementOf('desc'), oldest: statementOf('asc') };
/** Along the index of each partition: what few streams hold is found in the whole log at once. */
const statementsOfOnly = { newest: statementOf('desc', '_only'), oldest: statementOf('asc', '_only') };

/** Reads the log in either direction, never past the horizon. Events in archives are left out. */
export async function readLogPage(
  pool: Pool,
  codec: EventCodec,
  request: ReadLogPageRequest,
): Promise<LogPage> {
  const { order, beyond } = request;
  const { rows: ends } = await pool.query<Ends>({ ...nearest[order], values: [beyond ?? null] });
  const end = ends[0]?.position ?? 0;
  const [after, before] = stretchOf(request, ends[0]?.nearest ?? beyond, end);
  const values = [after, before, ...filtersOf(request), request.limit];
  const statement = (request.only === undefined ? statements : statementsOfOnly)[request.order];
  const { rows } = await pool.query<EventRow>({ ...statement, values });
  const events = await codec.decode(rows);
  if (events.length === request.limit) return { events, next: events.at(-1)?.position ?? null };
  if (request.order === 'newest') return { events, next: after > 0 ? after + 1 : null };
  return { events, next: before <= end ? before - 1 : null };
}

/** The positions that one call reads between, both exclusive. */
function stretchOf(
  { order, stretch }: ReadLogPageRequest,
  beyond: number | undefined,
  end: number,
): readonly [after: number, before: number] {
  if (order === 'oldest') return [beyond ?? 0, Math.min((beyond ?? 0) + stretch, end) + 1];
  const before = Math.min(beyond ?? Number.MAX_SAFE_INTEGER, end + 1);
  return [Math.max(0, before - 1 - stretch), before];
}

function filtersOf(request: ReadLogPageRequest): readonly unknown[] {
  const { only, streams, from, to, own, actor, worker, site, known } = request;
  const texts = [actor, worker, site].map((id) => (id === undefined ? null : String(id)));
  return [only ?? streams ?? null, from ?? null, to ?? null, own ?? null, ...texts, known ?? null];
}
