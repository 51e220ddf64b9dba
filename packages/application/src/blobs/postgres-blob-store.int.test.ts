import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestStore, type TestStore } from '@atelier/event-store/testing/test-store.ts';
import type { BlobStore } from './blob-store.ts';
import { createPostgresBlobStore } from './postgres-blob-store.ts';

let t: TestStore;
let blobs: BlobStore;

beforeAll(async () => {
  t = await createTestStore();
  blobs = createPostgresBlobStore(t.pool, t.store.files);
});
afterAll(() => t.close());

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
    const { rows } = await t.pool.query('select count(*) as count from blobs');
    expect(rows).toEqual([{ count: 1 }]);
  });

  test('answer nothing for an unknown or malformed hash', async () => {
    expect(await blobs.get('0'.repeat(64))).toBeUndefined();
    expect(await blobs.get('../etc/passwd')).toBeUndefined();
    expect(await blobs.remove(['x'])).toBe(0);
  });

  test('are gone when removed', async () => {
    const { hash } = await blobs.put(Buffer.from('short-lived'), 'text/plain');
    expect(await blobs.remove([hash])).toBe(1);
    expect(await blobs.remove([hash])).toBe(0);
    expect(await blobs.get(hash)).toBeUndefined();
  });
});
