import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '@atelier/tests/harness/postgres.ts';
import type { TestDatabase } from '@atelier/tests/harness/postgres.ts';
import type { Pool } from 'pg';
import { createPool } from '@atelier/event-store/pool.ts';
import type { BlobStore } from './blob-store.ts';
import { createPostgresBlobStore } from './postgres-blob-store.ts';

let database: TestDatabase;
let pool: Pool;
let blobs: BlobStore;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.appUrl, role: 'atelier_app' });
  blobs = createPostgresBlobStore(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe('blobs in PostgreSQL', () => {
  const picture = Buffer.from([0, 1, 2, 255, 0]);

  test('give back the same bytes under their SHA-256', async () => {
    const stored = await blobs.put(picture, 'image/png');
    expect(stored).toEqual({
      hash: '79eebf0b2aae05b2490234d0b884581935b2e28127f06a74a5b48e758f86bd25',
      mediaType: 'image/png',
      size: 5,
    });
    expect(await blobs.get(stored.hash)).toEqual({ ...stored, bytes: picture });
  });

  test('keep one copy of the same file', async () => {
    const [one, two] = await Promise.all([blobs.put(picture, 'image/png'), blobs.put(picture, 'image/png')]);
    expect(one).toEqual(two);
    const { rows } = await pool.query('select count(*) as count from blobs');
    expect(rows).toEqual([{ count: 1 }]);
  });

  test('answer nothing for an unknown or malformed hash', async () => {
    expect(await blobs.get('0'.repeat(64))).toBeUndefined();
    expect(await blobs.get('../etc/passwd')).toBeUndefined();
    expect(await blobs.remove('x')).toBe(false);
  });

  test('are gone when removed', async () => {
    const { hash } = await blobs.put(Buffer.from('short-lived'), 'text/plain');
    expect(await blobs.remove(hash)).toBe(true);
    expect(await blobs.remove(hash)).toBe(false);
    expect(await blobs.get(hash)).toBeUndefined();
  });
});
