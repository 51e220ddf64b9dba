import type { Pool } from 'pg';
import type { Queryable } from '../projections/projection-database.ts';
import type { ChainCheck } from '../types.ts';

interface Misfit {
  readonly stream_id: string;
  readonly position: number;
  readonly version: number;
  readonly reason: string;
}

interface Page {
  readonly streams: number;
  readonly events: number;
  readonly last_stream: string | null;
  readonly misfit: Misfit | null;
}

const pageSize = 500;
const strayPage = 100_000;

// Every event of the streams in `page` against the hash recomputed from its columns and its forerunner; then the
// stream's own row against its last event, so that a cut-off end shows too.
const misfitsSql = `
  checked as (
    select p.stream_id, e.position, e.version, case
        when e.version <> lag(e.version, 1, 0) over own + 1 then 'an event before it is missing'
        when e.hash <> event_hash(lag(e.hash, 1, '') over own, e.position, e.recorded_at, e.version,
          e.schema_version, e.event_id, e.stream_id, e.type, e.data, e.metadata) then 'its content was changed'
      end as reason
      from page p
      join events e on e.stream_id = p.stream_id and e.position between p.first_position and p.last_position
    window own as (partition by p.stream_id order by e.version)
  ), heads as (
    select p.stream_id, p.last_position as position, p.version, 'the end of its stream does not fit' as reason
      from page p
     where not exists (select from events e where e.stream_id = p.stream_id and e.position = p.last_position
                          and e.version = p.version and e.hash = p.last_hash)
  ), misfits as (
    select * from checked where reason is not null union all select * from heads
  )`;

const pageSql = `
  with page as (
    select * from streams where stream_id > $1 and ($3::text is null or stream_id = $3) and archive is null order by stream_id limit $2
  ), ${misfitsSql}
  select (select count(*) from page) as streams, (select count(*) from checked) as events,
         (select max(stream_id) from page) as last_stream,
         (select to_jsonb(m) from misfits m order by m.position limit 1) as misfit`;

const faultsSql = `
  with page as (
    select * from streams where stream_id = any ($1::text[]) and archive is null
  ), ${misfitsSql}, lost as (
    select e.stream_id, e.position, e.version, 'its stream is unknown' as reason
      from unnest($1::text[]) asked (id) cross join lateral (
        select * from events found where found.stream_id = asked.id order by found.version limit 1) e
     where not exists (select from streams s where s.stream_id = asked.id)
  )
  select distinct on (stream_id) stream_id, position, version, reason
    from (select * from misfits union all select * from lost) m order by stream_id, position`;

const straySql = `
  select stream_id, position, version, 'its stream is unknown' as reason from events e
   where position > $1 and position <= $1 + $2 and not exists (select from streams s where s.stream_id = e.stream_id)
   order by position limit 1`;

/** Recomputes the hash chain of one stream, or of all that lie in the log, page by page (product/reliability.md §16). */
export async function verifyChain(pool: Pool, streamId: string): Promise<ChainCheck> {
  const single = streamId === 'all' ? null : streamId;
  let streams = 0;
  let events = 0;
  for (let after: string | null = ''; after !== null;) {
    const page: Page = await checkPage(pool, after, single);
    if (page.misfit !== null) return misfitOf(page.misfit);
    streams += page.streams;
    events += page.events;
    after = page.streams === pageSize && single === null ? page.last_stream : null;
  }
  const stray = single === null ? await findStray(pool) : undefined;
  return stray === undefined ? { ok: true, streams, events } : misfitOf(stray);
}

export type ChainFault = Omit<Extract<ChainCheck, { ok: false }>, 'ok'>;

/** Of these streams, those whose events or own row do not fit their hash chain, each at its first misfit. */
export async function findChainFaults(
  db: Queryable,
  streamIds: readonly string[],
): Promise<readonly ChainFault[]> {
  const { rows } = await db.query<Misfit>(faultsSql, [streamIds]);
  return rows.map(({ stream_id: streamId, ...fault }) => ({ streamId, ...fault }));
}

const idsSql =
  'select stream_id from streams where stream_id > $1 and archive is null order by stream_id limit $2';
const strayStreamsSql = `
  select distinct on (e.stream_id) e.stream_id from events e
   where e.position > $1 and e.position <= $1 + $2 and not exists (select from streams s where s.stream_id = e.stream_id)`;

/** Every stream that does not fit its hash chain, at its first misfit, and every one that has events but no row of its own. */
export async function* allChainFaults(
  db: Queryable,
  onShare: (share: number) => Promise<void> = async () => undefined,
): AsyncGenerator<ChainFault> {
  const all = await countStreams(db);
  let checked = 0;
  for (let after = ''; ;) {
    const page = await checkPage(db, after, null);
    checked += page.streams;
    await onShare(Math.min(1, checked / Math.max(1, all)));
    if (page.misfit !== null) yield* await faultsOf(db, idsSql, [after, pageSize]);
    if (page.last_stream === null || page.streams < pageSize) break;
    after = page.last_stream;
  }
  const last = await lastPosition(db);
  for (let after = 0; after < last; after += strayPage)
    yield* await faultsOf(db, strayStreamsSql, [after, strayPage]);
}

async function countStreams(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'select count(*) as count from streams where archive is null',
  );
  return rows[0]?.count ?? 0;
}

async function faultsOf(db: Queryable, sql: string, values: unknown[]): Promise<readonly ChainFault[]> {
  const { rows } = await db.query<{ stream_id: string }>(sql, values);
  if (rows.length === 0) return [];
  return findChainFaults(
    db,
    rows.map(({ stream_id: id }) => id),
  );
}

async function lastPosition(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ last: number | null }>('select max(position) as last from events');
  return rows[0]?.last ?? 0;
}

async function checkPage(pool: Queryable, after: string, single: string | null): Promise<Page> {
  const { rows } = await pool.query<Page>(pageSql, [after, pageSize, single]);
  return rows[0] ?? { streams: 0, events: 0, last_stream: null, misfit: null };
}

/** An event whose stream has no row: somebody wrote past the append. */
async function findStray(pool: Pool): Promise<Misfit | undefined> {
  const last = await lastPosition(pool);
  for (let after = 0; after < last; after += strayPage) {
    const found = await pool.query<Misfit>(straySql, [after, strayPage]);
    if (found.rows[0] !== undefined) return found.rows[0];
  }
  return undefined;
}

function misfitOf({ stream_id, position, version, reason }: Misfit): ChainCheck {
  return { ok: false, streamId: stream_id, position, version, reason };
}
