import { isLockConflict } from '@atelier/postgres/lock-conflict.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FileKeys } from '@atelier/key-vault/file-sealing.ts';
import { inTransaction } from '@atelier/postgres/transaction.ts';
import type { Pool } from 'pg';

const POLL_MS = 1_000;

const nextSql = `select hash, media_type, bytes from blobs where bytes is not null
   and not exists (select from sealed_blobs s where s.hash = blobs.hash) limit 1 for update skip locked`;
const insertSql =
  'insert into sealed_blobs (hash, file, vault, wrapped_key, bytes) values ($1, $2, $3, $4, $5)';
const clearSql = 'update blobs set bytes = null where hash = $1';
const noteSql = 'update clear_blobs set released_at = null where released_at is not null';
const isLeftSql = 'select from clear_blobs where released_at is null';

interface ClearBlob {
  readonly hash: Buffer;
  readonly media_type: string;
  readonly bytes: Buffer;
}

/**
 * Seals files that earlier releases wrote in clear, once no node of theirs runs any more, one at a time; then gives back the space where
 * they stood. Begins again where it was stopped; any number of workers may do it at once. Answers how many files.
 */
export async function sealStoredBlobs(
  pool: Pool,
  files: FileKeys,
  isStopped: () => boolean,
): Promise<number> {
  while (!files.isOn() && !isStopped()) await sleep(POLL_MS);
  let sealed = 0;
  while (!isStopped() && (await sealNext(pool, files))) sealed += 1;
  await releaseSpace(pool, isStopped);
  return sealed;
}

/** False where none is left that no other worker is sealing. */
function sealNext(pool: Pool, files: FileKeys): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<ClearBlob>(nextSql);
    const [clear] = rows;
    if (clear === undefined) return false;
    const { hash, media_type: mediaType, bytes } = clear;
    const label = { name: hash.toString('hex'), mediaType };
    // Numbers are reserved on another connection, while no other session needs the lock of the row.
    const sealed = await files.seal('lasting', label, bytes);
    await client.query(insertSql, [hash, sealed.file, sealed.vault, sealed.wrapped_key, sealed.bytes]);
    await client.query(clearSql, [hash]);
    await client.query(noteSql);
    return true;
  });
}

/** Waits for running readers of files, and for another worker's last read. */
async function releaseSpace(pool: Pool, isStopped: () => boolean): Promise<void> {
  while (!isStopped()) {
    const { rowCount } = await pool.query(isLeftSql);
    if (rowCount === 0 || (await isReleased(pool))) return;
    await sleep(POLL_MS);
  }
}

async function isReleased(pool: Pool): Promise<boolean> {
  try {
    const { rows } = await pool.query<{ done: boolean }>('select release_clear_blobs() as done');
    return rows[0]?.done === true;
  } catch (error) {
    if (isLockConflict(error)) return false;
    throw error;
  }
}
