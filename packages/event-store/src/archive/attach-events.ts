import type { Pool, PoolClient } from 'pg';
import { findChainFaults } from '@atelier/transparency-log/chain/verify-chain.ts';
import { asOwner } from '../projections/rebuild-state.ts';
import { readLines, sha256Of } from '@atelier/transparency-log/archive/archive-file.ts';
import { chainEnds, pagesOf } from './archived-streams.ts';
import {
  BadArchive,
  eventsFile,
  readManifest,
  type Manifest,
} from '@atelier/transparency-log/archive/manifest.ts';

export interface AttachTools {
  /** Sessions of the tables' owner. */
  readonly owner: Pool;
  /** Where the two files lie. */
  readonly folder: string;
}

const atOnce = 2_000;
const endsSql = `select stream_id, abs(version) as version, encode(last_hash, 'hex') as hash
  from streams where archive = $1 order by stream_id`;
const insertSql = `
  insert into events (position, recorded_at, version, schema_version, event_id, stream_id, type, data, metadata, hash)
  select (l ->> 'position')::bigint, (l ->> 'recordedAt')::timestamptz, (l ->> 'version')::integer,
         (l ->> 'schemaVersion')::integer, (l ->> 'eventId')::uuid, l ->> 'streamId', l ->> 'type', l -> 'data',
         l -> 'metadata', decode(l ->> 'hash', 'hex')
    from unnest($1::jsonb[]) l`;

/**
 * Puts the events of an archive back into the log, in one transaction, and verifies the hash chain of every stream
 * before it ends. The files stay.
 * @throws BadArchive when the log knows no such archive, or when the file is not the one that was written
 */
export async function attachEvents({ owner, folder }: AttachTools, name: string): Promise<Manifest> {
  const manifest = await readManifest(folder, name);
  if ((await sha256Of(eventsFile(folder, name))) !== manifest.sha256)
    throw new BadArchive(`${eventsFile(folder, name)} is not the file of its manifest`);
  return asOwner(owner, async (client) => {
    await client.query(`set local lock_timeout = '10s'; set local work_mem = '64MB';
      select pg_advisory_xact_lock(hashtext('archive of events'))`);
    await compareWithLog(client, manifest);
    let put = 0;
    for await (const lines of readLines(folder, name, atOnce)) {
      await client.query({ name: 'attach_events', text: insertSql, values: [lines] });
      put += lines.length;
    }
    if (put !== manifest.events)
      throw new BadArchive(`${eventsFile(folder, name)} holds ${put} events, not ${manifest.events}`);
    await unmark(client, name);
    return manifest;
  });
}

async function compareWithLog(client: PoolClient, manifest: Manifest): Promise<void> {
  const { name, sha256, chain, events, streams } = manifest;
  const { rowCount } = await client.query('select from event_archives where name = $1 and sha256 = $2', [
    name,
    sha256,
  ]);
  if (rowCount === 0) throw new BadArchive(`the log has no archive ${name} with this file`);
  const ends = await chainEnds(client, endsSql, [name]);
  if (ends.chain !== chain || ends.events !== events || ends.streams !== streams)
    throw new BadArchive(`the streams of ${name} are not those that the log took out`);
}

/** The streams are the log's again; each is verified as the log's own are. */
async function unmark(client: PoolClient, name: string): Promise<void> {
  const ids: string[] = [];
  const sql = 'select stream_id from streams where archive = $1 order by 1';
  for await (const rows of pagesOf<{ stream_id: string }>(client, sql, [name]))
    for (const row of rows) ids.push(row.stream_id);
  await client.query('update streams set archive = null, version = -version where archive = $1', [name]);
  await client.query('delete from event_archives where name = $1', [name]);
  for (let from = 0; from < ids.length; from += atOnce) {
    const [fault] = await findChainFaults(client, ids.slice(from, from + atOnce));
    if (fault !== undefined)
      throw new BadArchive(
        `event ${fault.version} of ${fault.streamId} does not fit its chain: ${fault.reason}`,
      );
  }
}
