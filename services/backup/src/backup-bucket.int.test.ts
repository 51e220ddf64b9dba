import { rmSync } from 'node:fs';
import { newFolder, type FaultDatabase } from '@atelier/tests/faults/support/database.ts';
import type { FaultWorld } from '@atelier/tests/faults/support/world.ts';
import { machineWithKeys, startKeeper } from '@atelier/tests/faults/support/backups.ts';
import { startS3Endpoint, type S3Endpoint } from '@atelier/tests/harness/s3-endpoint.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startBackedUp, type BackedUp } from './testing-backups.ts';
import { runScriptOn, type ScriptEnd } from '@atelier/host/testing-script.ts';

// Each call is a separate program, and each restore a server.
const WAITS = { timeout: 60_000, interval: 100 };
vi.setConfig({ testTimeout: 200_000, hookTimeout: 200_000 });

let database: FaultDatabase;
let world: FaultWorld;
let close: BackedUp['close'];
let endpoint: S3Endpoint;
beforeAll(async () => {
  endpoint = await startS3Endpoint(100);
  ({ database, world, close } = await startBackedUp());
});
afterAll(async () => {
  await close();
  await endpoint.close();
});

const place = (): string => `s3://${endpoint.bucket}/house/atelier`;
const run = (script: string, folder: string, ...args: string[]): Promise<ScriptEnd> =>
  runScriptOn(`services/backup/src/${script}`, args, { ...endpoint.env, DATA_DIR: folder });

test('backs up to a bucket that breaks off now and then, verifies and restores from it; it holds nothing readable', async () => {
  await world.sentPieces(3, 'CANARY-IN-A-BUCKET');
  endpoint.refuseNext('PUT', 2);
  const taken = await run('backup.ts', database.folder, '--to', place());
  expect(taken.said).toMatch(/^backup \d{8}T[\d.]+Z in s3:\/\/atelier-backups\/house\/atelier\/: \d+ files/);
  expect(taken.code).toBe(0);
  expect([...endpoint.objects.keys()].every((key) => key.startsWith('house/atelier/'))).toBe(true);
  expect(
    [...endpoint.objects.keys()].map((key) => key.replace(/.*\/(base|wal)\/.*\.(\w+)$/, '$1 $2')),
  ).toEqual(expect.arrayContaining(['base sealed', 'wal sealed']));
  const stored = Buffer.concat([...endpoint.objects.values()]);
  for (const word of ['CANARY-IN-A-BUCKET', 'PostgreSQL', 'atelier_app'])
    expect(stored.includes(word)).toBe(false);

  endpoint.cutNextReads(10_000, 200_000, 500);
  const verified = await run('backup-verify.ts', database.folder, '--from', place());
  expect(verified.said).toContain('log compared with the living database');
  expect(verified.code).toBe(0);

  const machine = machineWithKeys(database);
  endpoint.cutNextReads(100_000, 1_000_000);
  const restored = await run('restore.ts', machine.folder, '--from', place());
  expect(restored.said).toContain('restored: start Atelier');
  expect(restored.code).toBe(0);
  machine.remove();
});

test('the process that archives notes why it cannot, since when, and that it can again', async () => {
  const keeper = startKeeper(database, { ...endpoint.env, BACKUP_TARGET: place() });
  const trouble = async (): Promise<unknown> => {
    const { rows } = await world.world.projectorPool.query(
      'select error, error_at is not null as since from backup_state',
    );
    return rows[0];
  };
  await vi.waitFor(async () => expect(await trouble()).toEqual({ error: null, since: false }), WAITS);
  endpoint.refuseNext('PUT', 1_000, 403, 'AccessDenied');
  await world.sentPieces(1, 'NOT-ARCHIVED');
  await vi.waitFor(async () => expect(await trouble()).toEqual({ error: 'storage', since: true }), WAITS);
  endpoint.refuseNext('PUT', 0);
  await vi.waitFor(async () => expect(await trouble()).toEqual({ error: null, since: false }), WAITS);
  await keeper.kill('SIGTERM');
});

test('says in one sentence what a wrong place is, and writes nothing', async () => {
  const before = endpoint.objects.size;
  const wrong = await run('backup.ts', database.folder, '--to', 's3://Not_A_Bucket');
  expect(wrong.said).toContain('must be s3://BUCKET or s3://BUCKET/PREFIX');
  const missing = await run('backup.ts', database.folder, '--to', 's3://not-there/house');
  expect(missing.said).toContain('make the bucket, or correct BACKUP_TARGET');
  const empty = newFolder();
  const nothing = await run('restore.ts', empty, '--from', `s3://${endpoint.bucket}/another`);
  expect(nothing.said).toContain(`There is no backup in s3://${endpoint.bucket}/another/: name another`);
  expect([wrong.code, missing.code, nothing.code]).toEqual([1, 1, 1]);
  expect(endpoint.objects.size).toBe(before);
  rmSync(empty, { recursive: true, force: true });
});
