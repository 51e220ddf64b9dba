import { isLockConflict } from '@atelier/postgres/lock-conflict.ts';
import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { keepArchive, writeLines } from '@atelier/transparency-log/archive/archive-file.ts';
import { chainEnds } from './archived-streams.ts';
import { BadArchive, type Manifest } from '@atelier/transparency-log/archive/manifest.ts';

export interface DetachTools {
  /** Sessions of the tables' owner. */
  readonly owner: Pool;
  /** Where the two files are put. */
  readonly folder: string;
  /** A query of the ids of all streams that have ended: nothing is decided on them any more. */
  readonly endedStreams: string;
  /** A query of `name` and `position` of the readers with a saved cursor that this package does not know. */
  readonly readers: string;
}

/** Part of the log cannot be taken out; nothing has changed. */
export class DetachRefused extends Error {
  readonly code = 'detach_refused';

  constructor(message: string) {
    super(message);
    this.name = 'DetachRefused';
  }
}

/**
 * Takes the streams that have ended before a position out of the log into a file, each with all of its events. What has not
 * ended stays where it is. All or nothing: the log is changed only when the file lies on the disk and was read back, in one short
 * transaction. Before that nothing is locked that an append needs.
 * Undefined when no stream has ended.
 * @param upper where a partition ends; everything before it is final and was read by all projections and policies
 * @throws DetachRefused, BadArchive
 */
export async function detachEvents(tools: DetachTools, upper: number): Promise<Manifest | undefined> {
  await mkdir(tools.folder, { recursive: true });
  const client = await tools.owner.connect();
  try {
    await client.query(`set lock_timeout = '10s'; select pg_advisory_lock(hashtext('archive of events'));
      create temporary table detached_streams (stream_id text collate "C" primary key, version integer not null)`);
    return await detachOn(client, tools, upper);
  } finally {
    await dropKept(client);
    // The session takes its lock, its settings and its table with it.
    client.release(true);
  }
}

async function detachOn(
  client: PoolClient,
  { folder, endedStreams, readers }: DetachTools,
  upper: number,
): Promise<Manifest | undefined> {
  const name = await inOwnTransaction(client, async () => {
    await refuseOpenRange(client, upper);
    await refuseReadersBehind(client, upper, readers);
    return (await listStreams(client, upper, endedStreams)) === 0 ? undefined : nextName(client, upper);
  });
  if (name === undefined) return undefined;
  const manifest = await writeArchive(client, folder, name, upper);
  await keepArchive(folder, manifest);
  const partitions = await keepOthers(client, manifest);
  await untilUnlocked(() =>
    inOwnTransaction(client, () => takeOut(client, { manifest, partitions, readers })),
  );
  return manifest;
}

/** The last step, short: an append to one of the streams finds it in use and then at a version that it does not expect. */
async function takeOut(
  client: PoolClient,
  { manifest, partitions, readers }: { manifest: Manifest; partitions: readonly number[]; readers: string },
): Promise<void> {
  // A waiting request for an exclusive lock blocks all later readers, so each try gives up early.
  await client.query(`set local lock_timeout = '200ms'`);
  await refuseReadersBehind(client, manifest.upperPosition, readers);
  await markStreams(client, manifest);
  const { name, upperPosition, firstPosition, lastPosition, events, streams, sha256, chain } = manifest;
  await client.query(
    `insert into event_archives (name, upper_position, first_position, last_position, events, streams, sha256, chain)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [name, upperPosition, firstPosition, lastPosition, events, streams, sha256, chain],
  );
  for (const lower of partitions) await client.query('select swap_event_partition($1)', [lower]);
}

/** Where the newest partition ends before which all that the log holds is older than a moment; undefined for none. */
export async function endBefore(owner: Pool, moment: Date): Promise<number | undefined> {
  const { rows } = await owner.query<{ upper: number | null }>(
    `select max(p.upper_position) as upper from event_partitions p, log_horizon h
      where p.upper_position <= least(h.position, (select min(e.position) from events e where e.recorded_at >= $1))
        and exists (select from events e where e.position < p.upper_position)`,
    [moment],
  );
  return rows[0]?.upper ?? undefined;
}

async function refuseOpenRange(client: PoolClient, upper: number): Promise<void> {
  const { rowCount } = await client.query(
    'select from event_partitions, log_horizon where upper_position = $1 and upper_position <= position',
    [upper],
  );
  if (rowCount === 0)
    throw new DetachRefused(`no partition of the log that is final ends at position ${upper}`);
}

/** Who has not read the range yet would miss what is taken out. */
async function refuseReadersBehind(client: PoolClient, upper: number, readers: string): Promise<void> {
  const { rows } = await client.query<{ name: string; position: number }>(
    `select name, position from projection_checkpoints where position < $1 - 1
     union all select name, position from policy_checkpoints where position < $1 - 1
     union all select name, position from (${readers}) r (name, position) where position < $1 - 1
     union all select name, position from projection_rebuilds
     union all select 'the tree of the log', newest.position
                 from (select position from log_checkpoints order by size desc limit 1) newest
                where exists (select from events e where e.position > newest.position and e.position < $1)
     order by 2 limit 1`,
    [upper],
  );
  const [behind] = rows;
  if (behind !== undefined)
    throw new DetachRefused(
      `"${behind.name}" has read the log up to position ${behind.position}, not up to ${upper}`,
    );
}

/** Never one of before: the files of an archive that was put back stay. */
async function nextName(client: PoolClient, upper: number): Promise<string> {
  const { rows } = await client.query<{ number: number }>(`select nextval('event_archive_number') as number`);
  return `log-${rows[0]?.number}-to-${upper}`;
}

/** Lists what is taken out, without a lock. Answers how many streams. */
async function listStreams(client: PoolClient, upper: number, endedStreams: string): Promise<number> {
  await client.query('grant select, insert on detached_streams to atelier_writer');
  // The append's own role: owners see no rows of protected tables.
  await client.query('set local role atelier_writer');
  const { rowCount } = await client.query(
    `insert into detached_streams select stream_id, version from streams
      where archive is null and last_position < $1 and stream_id in (${endedStreams})`,
    [upper],
  );
  await client.query('set local role none');
  return rowCount ?? 0;
}

async function markStreams(client: PoolClient, { name, streams }: Manifest): Promise<void> {
  await client.query('set local role atelier_writer');
  const { rowCount } = await client.query(
    `update streams s set archive = $1, version = -s.version from detached_streams d
      where s.stream_id = d.stream_id and s.version = d.version and s.archive is null`,
    [name],
  );
  await client.query('set local role none');
  if (rowCount !== streams)
    throw new DetachRefused('a stream that had ended was appended to meanwhile: detach again');
}

const TRIES = 100;
const PAUSE_MS = 100;
const atOnce = 2_000;
const endsSql = `
  select stream_id, d.version, encode(s.last_hash, 'hex') as hash
    from streams s join detached_streams d using (stream_id) order by stream_id`;
const eventsSql = `
  select e.position, json_build_object('position', e.position,
           'recordedAt', to_char(e.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
           'version', e.version, 'schemaVersion', e.schema_version, 'eventId', e.event_id, 'streamId', e.stream_id,
           'type', e.type, 'data', e.data, 'metadata', e.metadata, 'hash', encode(e.hash, 'hex'))::text as line
    from events e join detached_streams d on d.stream_id = e.stream_id
   where e.position > $1 and e.position < $2 order by e.position limit ${atOnce}`;

async function writeArchive(
  client: PoolClient,
  folder: string,
  name: string,
  upper: number,
): Promise<Manifest> {
  const { streams, events, chain } = await inOwnTransaction(client, () => chainEnds(client, endsSql));
  let [firstPosition, lastPosition, written] = [0, 0, 0];
  async function* lines(): AsyncGenerator<string> {
    type Row = { readonly position: number; readonly line: string };
    for (;;) {
      const { rows } = await inOwnTransaction(client, () =>
        client.query<Row>(eventsSql, [lastPosition, upper]),
      );
      if (rows.length === 0) return;
      if (firstPosition === 0) firstPosition = rows[0]?.position ?? 0;
      lastPosition = rows.at(-1)?.position ?? 0;
      written += rows.length;
      yield rows.map(({ line }) => `${line}\n`).join('');
    }
  }
  const sha256 = await writeLines(folder, name, lines());
  if (written !== events)
    throw new BadArchive(
      `the log holds ${written} events of streams that should have ${events}: verify its chain`,
    );
  return {
    format: 1,
    name,
    firstPosition,
    lastPosition,
    upperPosition: upper,
    events,
    streams,
    sha256,
    chain,
  };
}

/** Makes the tables of the partitions that held some of them, without them, beside the others. Answers where those begin. */
async function keepOthers(
  client: PoolClient,
  { firstPosition, lastPosition }: Manifest,
): Promise<readonly number[]> {
  const { rows } = await client.query<{ lower: number }>(
    'select lower_position as lower from event_partitions where lower_position <= $2 and upper_position > $1 order by 1',
    [firstPosition, lastPosition],
  );
  for (const { lower } of rows)
    await inOwnTransaction(client, () => client.query('select keep_unarchived_events($1)', [lower]));
  return rows.map(({ lower }) => lower);
}

/** What was made beside and not put in place. */
async function dropKept(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ drop: string }>(
    `select format('drop table %I', p.table_name || '_kept') as drop from event_partitions p
      where to_regclass(quote_ident(p.table_name || '_kept')) is not null`,
  );
  for (const each of rows) await client.query(each.drop);
}

/** Another step is taken when the locks that it needs are free; between two tries nothing is held. */
async function untilUnlocked(step: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await step();
    } catch (error) {
      // Readers take partitions in their own order, so there may also be a deadlock.
      if (!isLockConflict(error) || attempt === TRIES) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

/** A transaction on this session, without the time-outs that requests live under. */
async function inOwnTransaction<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query(`begin; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
    set local work_mem = '256MB'`);
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
