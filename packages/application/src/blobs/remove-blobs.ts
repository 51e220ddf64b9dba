import type { FileKeys } from '@atelier/key-vault/file-sealing.ts';
import type { Queryable } from '@atelier/postgres/transaction.ts';

const lockSql = 'select hash from blobs where hash = any ($1) order by hash for update';
const unnamedSql = `
  select b.hash, s.file from blobs b left join sealed_blobs s using (hash)
   where b.hash = any ($1) and not exists (select from image_uploads u where u.hash = b.hash)`;
const deleteSql = 'delete from blobs where hash = any ($1)';

interface Unnamed {
  readonly hash: Buffer;
  readonly file: number | null;
}

/**
 * Within a transaction: first the secrets in the vault, then the rows. Cut short in between, what is left opens no more. Who names the
 * same bytes meanwhile waits for the lock, and finds them gone.
 */
export async function removeBlobs(
  transaction: Queryable,
  files: FileKeys,
  hashes: readonly string[],
): Promise<number> {
  const asked = hashes.filter((hash) => /^[0-9a-f]{64}$/.test(hash)).map((hash) => Buffer.from(hash, 'hex'));
  if (asked.length === 0) return 0;
  await transaction.query(lockSql, [asked]);
  const { rows } = await transaction.query<Unnamed>(unnamedSql, [asked]);
  await files.destroy(
    transaction,
    rows.flatMap(({ file }) => file ?? []),
  );
  await transaction.query(deleteSql, [rows.map(({ hash }) => hash)]);
  return rows.length;
}
