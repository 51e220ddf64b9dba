import type { PoolClient } from 'pg';
import { WrongExpectedVersion } from '../errors.ts';
import type { EncodedCommand, EncodedStream } from '../append/append-batch.ts';
import type { Queryable } from '@atelier/postgres/transaction.ts';
import type { InlineRow } from '../types.ts';
import { copyRows } from './copy-rows.ts';

/** A stream that the import writes to, or only guards: as it was found, and as the import leaves it. */
export interface ImportedStream {
  readonly found: number;
  version: number;
  hash: Buffer;
  /** Positions of the import's first and last event in it; 0 while it has none. */
  first: number;
  last: number;
  row: InlineRow | undefined;
}

/** The streams of an import, by id. */
export type ImportedStreams = Map<string, ImportedStream>;

interface StreamRow {
  readonly stream_id: string;
  readonly version: number;
  readonly last_hash: Buffer;
}

const PAGE = 5_000;
const findSql = 'select stream_id, version, last_hash from streams where stream_id = any($1)';

/**
 * Adds the streams of these commands that are not known yet, as the log has them. One that is to be new is taken to be
 * new: whether it is shows when its row is written.
 */
export async function addStreams(
  db: Queryable,
  streams: ImportedStreams,
  commands: readonly EncodedCommand[],
): Promise<void> {
  const asked = commands.flatMap((command) => command.streams).filter((each) => !streams.has(each.streamId));
  const old = asked.filter((each) => each.expectedVersion > 0).map((each) => each.streamId);
  const rows = old.length === 0 ? [] : (await db.query<StreamRow>(findSql, [old])).rows;
  for (const row of rows) streams.set(row.stream_id, newStream(row.version, row.last_hash));
  for (const { streamId } of asked)
    if (!streams.has(streamId)) streams.set(streamId, newStream(0, Buffer.alloc(0)));
}

function newStream(version: number, hash: Buffer): ImportedStream {
  return { found: version, version, hash, first: 0, last: 0, row: undefined };
}

/** The stream of an entry. @throws WrongExpectedVersion when it is at another version */
export function streamOf(
  streams: ImportedStreams,
  { streamId, expectedVersion }: EncodedStream,
): ImportedStream {
  const stream = streams.get(streamId);
  if (stream?.version !== expectedVersion)
    throw new WrongExpectedVersion(streamId, expectedVersion, stream?.version ?? 0);
  return stream;
}

/** A stream is not where the import found it, or a key was used meanwhile. */
export class Outrun extends Error {
  constructor() {
    super('another append was faster than the import: nothing was imported');
    this.name = 'Outrun';
  }
}

/**
 * Writes the streams' own rows.
 * @throws Outrun when another append has moved one of them since it was found; a new one that is there fails as a double row
 */
export async function writeStreams(client: PoolClient, streams: ImportedStreams): Promise<void> {
  const all = [...streams];
  const fresh = all.filter(([, { found, last }]) => found === 0 && last > 0);
  const columns = 'streams (stream_id, version, first_position, last_position, last_hash)';
  // A page at a time: one text of millions of lines is longer than a string can be.
  for (let from = 0; from < fresh.length; from += PAGE)
    await copyRows(client, columns, linesOf(fresh.slice(from, from + PAGE)));
  const known = all.filter(([, { found }]) => found > 0);
  for (let from = 0; from < known.length; from += PAGE) {
    const page = known.slice(from, from + PAGE);
    if ((await moveStreams(client, page)) < page.length) throw new Outrun();
  }
}

function linesOf(streams: readonly (readonly [string, ImportedStream])[]): string {
  return streams
    .map(([id, it]) => `${id}\t${it.version}\t${it.first}\t${it.last}\t\\\\x${it.hash.toString('hex')}\n`)
    .join('');
}

/** Answers how many were where they had been found; a stream that is only guarded is locked and stays as it is. */
async function moveStreams(
  client: PoolClient,
  streams: readonly (readonly [string, ImportedStream])[],
): Promise<number> {
  const { rowCount } = await client.query(
    `update streams s set version = i.version, last_hash = i.hash,
            last_position = case when i.last > 0 then i.last else s.last_position end
       from unnest($1::text[], $2::integer[], $3::integer[], $4::bytea[], $5::bigint[]) i (id, found, version, hash, last)
      where s.stream_id = i.id and s.version = i.found`,
    [
      streams.map(([id]) => id),
      streams.map(([, it]) => it.found),
      streams.map(([, it]) => it.version),
      streams.map(([, it]) => it.hash),
      streams.map(([, it]) => it.last),
    ],
  );
  return rowCount ?? 0;
}

/** The first of the streams that is not where it was found, once the import is rolled back. */
export async function findConflict(
  db: Queryable,
  streams: ImportedStreams,
): Promise<WrongExpectedVersion | undefined> {
  const ids = [...streams.keys()];
  for (let from = 0; from < ids.length; from += PAGE) {
    const { rows } = await db.query<StreamRow>(findSql, [ids.slice(from, from + PAGE)]);
    const moved = rows.find((row) => row.version !== streams.get(row.stream_id)?.found);
    if (moved === undefined) continue;
    const { stream_id: id, version } = moved;
    return new WrongExpectedVersion(id, streams.get(id)?.found ?? 0, version);
  }
  return undefined;
}
