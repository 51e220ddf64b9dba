import { Client, DatabaseError } from 'pg';
import { placeOf } from '@atelier/postgres/connection/address.ts';
import { connectionTo } from '@atelier/postgres/connection/connection-to.ts';
import { describeError } from '@atelier/host/fault.ts';
import type { Bytes } from './sealing.ts';
import { BackupFault } from './trouble.ts';

/** A running PostgreSQL that is backed up through its own functions: no file of it is opened here, no tool is needed. */
export interface BackupServer {
  readonly client: Client;
  readonly system: string;
  readonly version: string;
  readonly major: number;
  readonly segmentBytes: number;
  readonly close: () => Promise<void>;
}

/** A file or folder of the server's data folder. */
export interface ServerFile {
  readonly path: string;
  readonly size: number;
  readonly isFolder: boolean;
}

const CHUNK_BYTES = 4 * 1024 * 1024;

/**
 * Connects with a login that may read the server's files (a superuser, or one as docs/operations/database.md grants it).
 *
 * @throws Fault when it cannot be reached, or when the login may not
 */
export async function openServer(url: string): Promise<BackupServer> {
  const client = new Client({
    ...connectionTo(url),
    connectionTimeoutMillis: 10_000,
    application_name: 'atelier backup',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // A backup takes as long as it takes.
    await client.query(
      `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set timezone = 'UTC'`,
    );
    const { rows } = await client.query<Omit<BackupServer, 'client' | 'close'>>(
      `select system_identifier::text as system, current_setting('server_version') as version,
              current_setting('server_version_num')::int / 10000 as major,
              pg_size_bytes(current_setting('wal_segment_size'))::int as "segmentBytes"
         from pg_control_system()`,
    );
    const [facts] = rows;
    if (facts === undefined) throw new Error('it does not say which server it is');
    await readFile(client, 'PG_VERSION', 0, 1);
    return { ...facts, client, close: () => client.end() };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw new BackupFault(
      'server',
      `The server ${placeOf(url)} cannot be backed up (${describeError(error)}): ${adviceFor(error)}.`,
    );
  }
}

const INSUFFICIENT_PRIVILEGE = '42501';

function adviceFor(error: unknown): string {
  return error instanceof DatabaseError && error.code === INSUFFICIENT_PRIVILEGE
    ? 'name a login in BACKUP_DATABASE_URL that may read its files, as docs/operations/database.md says'
    : 'start it, or correct BACKUP_DATABASE_URL';
}

/** One folder's entries. A folder that is gone meanwhile has none. */
export async function listFolder(client: Client, folder: string): Promise<readonly ServerFile[]> {
  const { rows } = await client.query<{ path: string; size: string; isFolder: boolean }>(
    `select $1 || name as path, s.size::text, s.isdir as "isFolder"
       from pg_ls_dir(case $1 when '' then '.' else $1 end, true, false) name
      cross join lateral pg_stat_file($1 || name, true) s where s.size is not null order by name`,
    [folder === '' ? '' : `${folder}/`],
  );
  return rows.map(({ path, size, isFolder }) => ({ path, size: Number(size), isFolder }));
}

/** Up to so many bytes; fewer where the file ends; undefined when it is gone. */
async function readFile(
  client: Client,
  path: string,
  from: number,
  count: number,
): Promise<Buffer | undefined> {
  const { rows } = await client.query<{ bytes: Buffer | null }>(
    'select pg_read_binary_file($1, $2, $3, true) as bytes',
    [path, from, count],
  );
  return rows[0]?.bytes ?? undefined;
}

/** Exactly `size` bytes. A file that the server made shorter or removed meanwhile is filled with zeros: its log restores it. */
export async function* readWhole(client: Client, path: string, size: number): Bytes {
  let ended = false;
  for (let from = 0; from < size; from += CHUNK_BYTES) {
    const count = Math.min(CHUNK_BYTES, size - from);
    const found = (ended ? undefined : await readFile(client, path, from, count)) ?? Buffer.alloc(0);
    yield found;
    if (found.length === count) continue;
    ended = true;
    yield Buffer.alloc(count - found.length);
  }
}

/** Read until it is the same twice: the server may be writing it. */
export async function readSettled(client: Client, path: string): Promise<Buffer> {
  let before = await readFile(client, path, 0, CHUNK_BYTES);
  for (;;) {
    const now = await readFile(client, path, 0, CHUNK_BYTES);
    if (now !== undefined && before?.equals(now) === true) return now;
    before = now;
  }
}
