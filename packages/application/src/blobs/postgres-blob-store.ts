import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { FileKeys, KeptFileKey, SealedFile } from '@atelier/key-vault/file-sealing.ts';
import { UnusableKey } from '@atelier/key-vault/key-wrap.ts';
import { UnreadableBytes } from '@atelier/key-vault/sealed-bytes.ts';
import { inTransaction } from '@atelier/postgres/transaction.ts';
import { AlteredFile } from './altered-file.ts';
import type { Blob, BlobContent, BlobStore, PassingFile } from './blob-store.ts';
import { removeBlobs } from './remove-blobs.ts';

interface BlobRow extends KeptFileKey {
  readonly media_type: string;
  readonly size: number;
  /** Null where the file stands in clear. */
  readonly sealed: Buffer | null;
  readonly clear: Buffer | null;
}

const putClearSql = `insert into blobs (hash, media_type, size, bytes) values ($1, $2, $3, $4) on conflict do nothing`;
const putSealedSql = `
  with added as (insert into blobs (hash, media_type, size) values ($1, $2, $3) on conflict do nothing returning hash)
  insert into sealed_blobs (hash, file, vault, wrapped_key, bytes) select hash, $4, $5, $6, $7 from added`;
const putAnewSql = `
  update sealed_blobs set file = $2, vault = $3, wrapped_key = $4, bytes = $5 where hash = $1 and wrapped_key = $6`;
const findSql = `
  select b.media_type, b.size, b.bytes as clear, s.bytes as sealed, s.file, s.vault, s.wrapped_key
    from blobs b left join sealed_blobs s using (hash) where b.hash = $1`;
const findKeySql = `
  select b.media_type, s.file, s.vault, s.wrapped_key
    from blobs b left join sealed_blobs s using (hash) where b.hash = $1`;
const hashPattern = /^[0-9a-f]{64}$/;

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** A name for a file that goes after days. */
export const newFileName = (): string => randomBytes(32).toString('hex');

/** Files in the tables `blobs` and `sealed_blobs`: the default, so that one database is all that must be backed up. */
export function createPostgresBlobStore(pool: Pool, files: FileKeys): BlobStore {
  return {
    put: async (bytes, mediaType, passing) => {
      const content = Buffer.from(bytes);
      const hash = passing?.name ?? sha256(content);
      const blob = { hash, mediaType, size: content.length, bytes: content };
      await (files.isOn() ? putSealed(pool, files, blob, passing) : putClear(pool, blob));
      return { hash, mediaType, size: content.length };
    },
    get: (hash) => getByHash(pool, files, hash),
    getPassing: (name) => findBlob(pool, files, name),
    remove: (hashes) => inTransaction(pool, (client) => removeBlobs(client, files, hashes)),
    removeWithin: (transaction, hashes) => removeBlobs(transaction, files, hashes),
  };
}

/** In the first hour after an upgrade, when nodes may run that read no other. */
async function putClear(pool: Pool, { hash, mediaType, size, bytes }: BlobContent): Promise<void> {
  await pool.query(putClearSql, [Buffer.from(hash, 'hex'), mediaType, size, bytes]);
}

async function putSealed(
  pool: Pool,
  files: FileKeys,
  blob: BlobContent,
  passing: PassingFile | undefined,
): Promise<void> {
  const { hash, mediaType, size } = blob;
  const key = Buffer.from(hash, 'hex');
  const seal = (as: string): Promise<SealedFile> =>
    files.seal(passing === undefined ? 'lasting' : 'passing', { name: hash, mediaType: as }, blob.bytes);
  const sealed = await seal(mediaType);
  const { rowCount } = await pool.query(putSealedSql, [key, mediaType, size, ...valuesOf(sealed)]);
  if (rowCount === 1) return;
  const { rows } = await pool.query<BlobRow>(findKeySql, [key]);
  const [there] = rows;
  // Removed meanwhile: it is put again.
  if (there === undefined) return putSealed(pool, files, blob, passing);
  if (there.wrapped_key === null || (await files.listDestroyed([there])).length === 0) return;
  // What an old backup or a removal cut short left behind opens no more.
  await pool.query(putAnewSql, [key, ...valuesOf(await seal(there.media_type)), there.wrapped_key]);
}

const valuesOf = ({ file, vault, wrapped_key, bytes }: SealedFile) => [file, vault, wrapped_key, bytes];

async function getByHash(pool: Pool, files: FileKeys, hash: string): Promise<BlobContent | undefined> {
  const blob = await findBlob(pool, files, hash);
  const found = blob && sha256(blob.bytes);
  if (found !== undefined && found !== hash) throw new AlteredFile(hash, found);
  return blob;
}

async function findBlob(pool: Pool, files: FileKeys, name: string): Promise<BlobContent | undefined> {
  if (!hashPattern.test(name)) return undefined;
  const { rows } = await pool.query<BlobRow>(findSql, [Buffer.from(name, 'hex')]);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { media_type: mediaType, size, sealed, clear, ...key } = row;
  const blob: Blob = { hash: name, mediaType, size };
  if (sealed === null) {
    if (clear === null) throw new AlteredFile(name, 'a row without content');
    return { ...blob, bytes: clear };
  }
  const bytes = await files
    .open({ name, mediaType }, { ...key, bytes: sealed })
    .catch(refuseUnreadable(name));
  return bytes && { ...blob, bytes };
}

/** Sealed bytes, their key or their label are not those that were kept. */
const refuseUnreadable =
  (name: string) =>
  (error: unknown): never => {
    const isUnreadable = error instanceof UnreadableBytes || error instanceof UnusableKey;
    throw isUnreadable ? new AlteredFile(name, `content that does not open: ${error.message}`) : error;
  };
