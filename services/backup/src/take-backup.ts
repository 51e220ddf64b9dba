import { setTimeout as sleep } from 'node:timers/promises';
import { baseName, putSealed, stampOf, type Archive } from './archive.ts';
import { tarOfServer, type CopiedFiles } from './base-files.ts';
import { logFacts, newestCheckpoint, vaultId } from './log-facts.ts';
import { writeManifest, type Manifest } from './manifest.ts';
import type { BackupServer } from './server.ts';
import { Fault } from '@atelier/host/fault.ts';
import { holdWal, type WalShipper } from './wal-shipper.ts';

/** One backup at a time, for every caller. Any fixed number. */
const LOCK = 721_093_318;
const WAL_WITHIN_MS = 120_000;

export interface TakeOptions {
  readonly server: BackupServer;
  readonly archive: Archive;
  readonly shipper: WalShipper;
  readonly productVersion: string;
}

/**
 * Takes a base backup of the running server and archives the log it needs. Nothing waits for it, and it counts only once its
 * manifest is written, as the last thing.
 *
 * @throws Fault when another backup is under way
 */
export async function takeBackup(options: TakeOptions): Promise<Manifest> {
  const { client } = options.server;
  const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [LOCK]);
  if (rows[0]?.mine !== true) throw new Fault('Another backup is under way: wait for its end.');
  try {
    await holdWal(client);
    return await copyAndDescribe(options);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined);
  }
}

async function copyAndDescribe({ server, archive, shipper, productVersion }: TakeOptions): Promise<Manifest> {
  const { client } = server;
  const log = await logFacts(client);
  const [checkpoint, vault] = [await newestCheckpoint(client), await vaultId(client)];
  const begun = await begin(server);
  const name = stampOf(begun.at);
  const copied: CopiedFiles = { files: [], folders: [] };
  let ended: Ended | undefined;
  const end = async () => {
    ended = await stop(server);
    const label = { path: 'backup_label', text: ended.label };
    return ended.tablespaces === '' ? [label] : [label, { path: 'tablespace_map', text: ended.tablespaces }];
  };
  const storedBytes = await putSealed(archive, baseName(archive, name), tarOfServer(client, copied, end));
  if (ended === undefined) throw new Error('the copy has no end');
  await untilArchived(shipper, ended.last);
  const { segmentBytes, version, major, system } = server;
  const manifest: Manifest = {
    format: 1,
    name,
    database: begun.database,
    startedAt: begun.at.toISOString(),
    endedAt: ended.at.toISOString(),
    server: { version, major, system, segmentBytes },
    wal: { timeline: Number.parseInt(begun.first.slice(0, 8), 16), first: begun.first, last: ended.last },
    product: { version: productVersion, migration: begun.migration },
    log,
    checkpoint,
    vault,
    ...copied,
    bytes: copied.files.reduce((sum, { size }) => sum + size, 0),
    storedBytes,
  };
  await writeManifest(archive, manifest);
  return manifest;
}

interface Begun {
  readonly at: Date;
  readonly first: string;
  readonly database: string;
  readonly migration: number;
}

async function begin({ client }: BackupServer): Promise<Begun> {
  const { rows } = await client.query<Begun>(
    `select clock_timestamp() as at, pg_walfile_name(pg_backup_start('atelier', fast => true) + 1) as first,
            current_database() as database, (select max(number) from schema_migrations) as migration`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the server did not begin the backup');
  return row;
}

interface Ended {
  readonly at: Date;
  readonly last: string;
  readonly label: string;
  readonly tablespaces: string;
}

/** Ends it for the server, which closes the segment that holds the end. Archiving that one is our own work. */
async function stop({ client }: BackupServer): Promise<Ended> {
  const { rows } = await client.query<Ended>(
    `select pg_walfile_name(lsn) as last, labelfile as label, spcmapfile as tablespaces, clock_timestamp() as at
       from pg_backup_stop(wait_for_archive => false)`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the server did not end the backup');
  return row;
}

async function untilArchived(shipper: WalShipper, last: string): Promise<void> {
  const deadline = Date.now() + WAL_WITHIN_MS;
  for (;;) {
    const { newest } = await shipper.ship();
    if (newest !== undefined && newest >= last) return;
    if (Date.now() > deadline)
      throw new Fault(`The server did not close its segment ${last}: the backup was given up.`);
    await sleep(200);
  }
}
