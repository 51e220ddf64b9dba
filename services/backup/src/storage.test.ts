import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateMultipartUploadCommand } from '@aws-sdk/client-s3';
import { startS3Endpoint, type S3Endpoint } from '@atelier/tests/harness/s3-endpoint.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openFolderStorage } from './folder-storage.ts';
import { openS3Storage } from './s3-storage.ts';
import { s3Client, s3TargetOf } from './s3-target.ts';
import type { Bytes } from './sealing.ts';
import type { BackupStorage } from './storage.ts';

vi.setConfig({ testTimeout: 30_000 });

const MEBIBYTE = 1024 * 1024;

async function* inPieces(bytes: Buffer, size = 300_000): Bytes {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function* brokenAfter(bytes: Buffer): Bytes {
  yield bytes;
  throw new Error('the server went away');
}

async function wholeOf(bytes: Bytes): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

interface Opened {
  readonly storage: BackupStorage;
  /** Leaves a write behind that never ended, as a process that is killed does. */
  readonly abandon: (name: string) => Promise<void>;
  readonly unfinished: () => number;
  readonly close: () => void;
}

let endpoint: S3Endpoint;
beforeAll(async () => {
  endpoint = await startS3Endpoint();
});
afterAll(() => endpoint.close());

function openFolder(): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-storage-'));
  return Promise.resolve({
    storage: openFolderStorage(folder),
    abandon: (name) => Promise.resolve(writeFileSync(join(folder, `${name}.1.unfinished`), 'half')),
    unfinished: () => readdirSync(folder).filter((name) => name.endsWith('.unfinished')).length,
    close: () => rmSync(folder, { recursive: true }),
  });
}

async function openBucket(): Promise<Opened> {
  for (const [name, value] of Object.entries(endpoint.env)) vi.stubEnv(name, value);
  const target = s3TargetOf(`s3://${endpoint.bucket}/${randomBytes(4).toString('hex')}/atelier`);
  const client = await s3Client(process.env);
  return {
    storage: openS3Storage(client, target),
    abandon: async (name) => {
      const at = { Bucket: target.bucket, Key: target.prefix + name };
      await client.send(new CreateMultipartUploadCommand(at));
    },
    unfinished: () => endpoint.unfinished().filter((key) => key.startsWith(target.prefix)).length,
    close: () => {
      client.destroy();
      vi.unstubAllEnvs();
    },
  };
}

describe.each([
  { kind: 'folder', open: openFolder },
  { kind: 'bucket', open: openBucket },
])('a $kind as storage of backups', ({ open }) => {
  let opened: Opened;
  let storage: BackupStorage;
  beforeEach(async () => {
    opened = await open();
    storage = opened.storage;
  });
  afterEach(() => opened.close());

  test('gives back what was put, small, empty or larger than a part, and answers its size', async () => {
    for (const size of [0, 1, 40_000, 33 * MEBIBYTE + 17]) {
      const bytes = randomBytes(size);
      expect(await storage.put(`1/base/${size}`, inPieces(bytes))).toBe(size);
      expect((await wholeOf(storage.get(`1/base/${size}`))).equals(bytes)).toBe(true);
    }
    expect(opened.unfinished()).toBe(0);
  });

  test('puts a file over one of the same name', async () => {
    await storage.put('1/a', inPieces(Buffer.from('before')));
    await storage.put('1/a', inPieces(Buffer.from('after')));
    expect((await wholeOf(storage.get('1/a'))).toString()).toBe('after');
  });

  test('lists every file whose name begins so, in the order of their names', async () => {
    const names = ['1/wal/B.2', '1/wal/A', '2/wal/C', '1/base/x', '1/wal/B.1', '1/wal/D'];
    for (const name of names) await storage.put(name, inPieces(Buffer.from(name)));
    expect(await storage.list('1/wal/')).toEqual([
      { name: '1/wal/A', size: 7 },
      { name: '1/wal/B.1', size: 9 },
      { name: '1/wal/B.2', size: 9 },
      { name: '1/wal/D', size: 7 },
    ]);
    expect((await storage.list('1/wal/B')).map(({ name }) => name)).toEqual(['1/wal/B.1', '1/wal/B.2']);
    expect(await storage.list('')).toHaveLength(6);
    expect(await storage.list('3/')).toEqual([]);
  });

  test('removes a file, and minds none that is not there', async () => {
    await storage.put('1/a', inPieces(Buffer.from('a')));
    await storage.remove('1/a');
    await storage.remove('1/a');
    expect(await storage.list('')).toEqual([]);
    await expect(wholeOf(storage.get('1/a'))).rejects.toThrow(/ENOENT|NoSuchKey/);
  });

  test('holds nothing of a file whose bytes failed, and fails with their reason', async () => {
    for (const size of [10, 33 * MEBIBYTE])
      await expect(storage.put('1/a', brokenAfter(Buffer.alloc(size)))).rejects.toThrow(
        'the server went away',
      );
    expect(await storage.list('')).toEqual([]);
    expect(opened.unfinished()).toBe(0);
  });

  test('removes what was left of writes that never ended, but not of one under way', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await opened.abandon(name);
    expect(await storage.list('')).toEqual([]);
    expect(await storage.removeUnfinished(new Date(Date.now() - 60_000))).toBe(0);
    expect(await storage.removeUnfinished(new Date(Date.now() + 60_000))).toBe(4);
    expect(opened.unfinished()).toBe(0);
  });
});

describe('a bucket that fails', () => {
  let opened: Opened;
  let storage: BackupStorage;
  const bytes = randomBytes(13 * MEBIBYTE);
  beforeEach(async () => {
    opened = await openBucket();
    storage = opened.storage;
  });
  afterEach(() => opened.close());

  test('is asked again when it is too busy, and when a write is cut', async () => {
    endpoint.refuseNext('PUT', 3);
    endpoint.cutNextWrite();
    await storage.put('1/a', inPieces(bytes));
    endpoint.refuseNext('GET', 2);
    expect(await storage.list('')).toEqual([{ name: '1/a', size: bytes.length }]);
  });

  test('is read on from where its connection broke', async () => {
    await storage.put('1/a', inPieces(bytes));
    endpoint.cutNextReads(5 * MEBIBYTE, 1, 0, 4 * MEBIBYTE);
    const before = endpoint.requests();
    expect((await wholeOf(storage.get('1/a'))).equals(bytes)).toBe(true);
    expect(endpoint.requests() - before).toBe(5);
  });

  test('gives no bytes of a file that was put over meanwhile', async () => {
    await storage.put('1/a', inPieces(bytes));
    endpoint.cutNextReads(5 * MEBIBYTE);
    const reading = storage.get('1/a')[Symbol.asyncIterator]();
    await reading.next();
    await storage.put('1/a', inPieces(randomBytes(13 * MEBIBYTE)));
    const readOn = async (): Promise<void> => {
      while ((await reading.next()).done !== true);
    };
    await expect(readOn()).rejects.toThrow('PreconditionFailed');
  });

  test('says in one sentence what is wrong, and shows no secret', async () => {
    const missing = openS3Storage(await s3Client(process.env), s3TargetOf('s3://nothing-here/a'));
    await expect(missing.list('')).rejects.toThrow(
      'The storage s3://nothing-here/a/ failed (NoSuchBucket: NoSuchBucket): make the bucket, or correct BACKUP_TARGET.',
    );
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'another-secret');
    const foreign = openS3Storage(await s3Client(process.env), s3TargetOf(`s3://${endpoint.bucket}`));
    await expect(foreign.list('')).rejects.toThrow('correct AWS_SECRET_ACCESS_KEY');
    await expect(foreign.list('')).rejects.not.toThrow('another-secret');
  });

  test('that keeps no list of unfinished writes has none to remove', async () => {
    endpoint.refuseNext('GET', 1, 501, 'NotImplemented');
    expect(await storage.removeUnfinished(new Date())).toBe(0);
  });

  test('is named as s3://BUCKET/PREFIX', () => {
    expect(s3TargetOf('s3://my-bucket')).toEqual({ bucket: 'my-bucket', prefix: '' });
    expect(s3TargetOf('s3://my-bucket//a/b/')).toEqual({ bucket: 'my-bucket', prefix: 'a/b/' });
    expect(() => s3TargetOf('s3://My_Bucket/a')).toThrow('must be s3://BUCKET');
  });
});
