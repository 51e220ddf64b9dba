import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { asOwner } from '../projections/rebuild-state.ts';
import { keepArchive, writeLines } from './archive-file.ts';
import { chainEnds, pagesOf } from './archived-streams.ts';
import { BadArchive } from './manifest.ts';
import type { Manifest } from './manifest.ts';

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
 * ended stays where it is. All or nothing: the log is changed only when the file lies on the disk and was read back.
 * Undefined when no stream has ended.
 * @param upper where a partition ends; everything before it is final and was read by all projections and policies
 * @throws DetachRefused, BadArchive
 */
export async function detachEvents(tools: DetachTools, upper: number): Promise<Manifest | undefined> {
  const { owner, folder, endedStreams, readers } = tools;
  await mkdir(folder, { recursive: true });
  return asOwner(owner, async (client) => {
    await client.query(`set local lock_timeout = '10s'; set local work_mem = '256MB';
      select pg_advisory_xact_lock(hashtext('archive of events'))`);
    await refuseOpenRange(client, upper);
    await refuseReadersBehind(client, upper, readers);
    const name = await nextName(client, upper);
    if ((await markStreams(client, name, upper, endedStreams)) === 0) return undefined;
    const manifest = await writeArchive(client, folder, name, upper);
    await client.query(
      `insert into event_archives (name, upper_position, first_position, last_position, events, streams, sha256, chain)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        name,
        upper,
        manifest.firstPosition,
        manifest.lastPosition,
        manifest.events,
        manifest.streams,
        manifest.sha256,
        manifest.chain,
      ],
    );
    await keepArchive(folder, manifest);
    await dropArchived(client, manifest);
    return manifest;
  });
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

/** An append to one of them waits from here on, and then finds a version that it does not expect. */
async function markStreams(
  client: PoolClient,
  name: string,
  upper: number,
  endedStreams: string,
): Promise<number> {
  // The append's own role: owners see no rows of protected tables.
  await client.query('set local role atelier_writer');
  const { rowCount } = await client.query(
    `update streams set archive = $1, version = -version
      where archive is null and last_position < $2 and stream_id in (${endedStreams})`,
    [name, upper],
  );
  await client.query('set local role none');
  return rowCount ?? 0;
}

const eventsSql = `
  select e.position, json_build_object('position', e.position,
           'recordedAt', to_char(e.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
           'version', e.version, 'schemaVersion', e.schema_version, 'eventId', e.event_id, 'streamId', e.stream_id,
           'type', e.type, 'data', e.data, 'metadata', e.metadata, 'hash', encode(e.hash, 'hex'))::text as line
    from events e join streams s on s.stream_id = e.stream_id
   where s.archive = $1 and e.position < $2 order by e.position`;

async function writeArchive(
  client: PoolClient,
  folder: string,
  name: string,
  upper: number,
): Promise<Manifest> {
  const { streams, events, chain } = await chainEnds(client, name);
  let [firstPosition, lastPosition, written] = [0, 0, 0];
  async function* lines(): AsyncGenerator<string> {
    type Row = { readonly position: number; readonly line: string };
    for await (const rows of pagesOf<Row>(client, eventsSql, [name, upper])) {
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

const TRIES = 100;
const PAUSE_MS = 100;

/** Builds anew the partitions that held some of them, without them. Nobody waits until the tables change places. */
async function dropArchived(client: PoolClient, { firstPosition, lastPosition }: Manifest): Promise<void> {
  const { rows } = await client.query<{ lower: number }>(
    'select lower_position as lower from event_partitions where lower_position <= $2 and upper_position > $1 order by 1',
    [firstPosition, lastPosition],
  );
  for (const { lower } of rows) await client.query('select keep_unarchived_events($1)', [lower]);
  // Whoever waits for an exclusive lock makes all others wait behind: each try gives up early.
  await client.query(`set local lock_timeout = '200ms'`);
  for (let attempt = 1; ; attempt += 1) {
    await client.query('savepoint before_swap');
    try {
      for (const { lower } of rows) await client.query('select swap_event_partition($1)', [lower]);
      return;
    } catch (error) {
      const waited = error instanceof Error && 'code' in error && error.code === '55P03';
      if (!waited || attempt === TRIES) throw error;
      await client.query('rollback to savepoint before_swap');
      await sleep(PAUSE_MS);
    }
  }
}
