import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { BlobContent, BlobStore } from './blob-store.ts';

interface BlobRow {
  readonly media_type: string;
  readonly size: number;
  readonly bytes: Buffer;
}

const putSql = `insert into blobs (hash, media_type, size, bytes) values ($1, $2, $3, $4) on conflict do nothing`;
const hashPattern = /^[0-9a-f]{64}$/;

/** Files in the table `blobs`: the default, so that one database is all that must be backed up. */
export function createPostgresBlobStore(pool: Pool): BlobStore {
  return {
    put: async (bytes, mediaType) => {
      const content = Buffer.from(bytes);
      const hash = createHash('sha256').update(content).digest('hex');
      await pool.query(putSql, [Buffer.from(hash, 'hex'), mediaType, content.length, content]);
      return { hash, mediaType, size: content.length };
    },
    get: (hash) => (hashPattern.test(hash) ? findBlob(pool, hash) : Promise.resolve(undefined)),
    remove: async (hash) => {
      if (!hashPattern.test(hash)) return false;
      const { rowCount } = await pool.query('delete from blobs where hash = $1', [Buffer.from(hash, 'hex')]);
      return rowCount === 1;
    },
  };
}

async function findBlob(pool: Pool, hash: string): Promise<BlobContent | undefined> {
  const sql = 'select media_type, size, bytes from blobs where hash = $1';
  const { rows } = await pool.query<BlobRow>(sql, [Buffer.from(hash, 'hex')]);
  const [row] = rows;
  return row && { hash, mediaType: row.media_type, size: row.size, bytes: row.bytes };
}
