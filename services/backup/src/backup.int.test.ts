import { createHash, randomBytes } from 'node:crypto';
import { copyFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPostgresBlobStore } from '@atelier/application/blobs/postgres-blob-store.ts';
import { sealStoredBlobs } from '@atelier/application/blobs/seal-blobs.commands.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { TEST_KEY } from '@atelier/application/projections/testing.ts';
import { vaultPlaceOf } from '@atelier/key-vault/vault-place.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { newFolder, type FaultDatabase } from '@atelier/tests/faults/support/database.ts';
import type { FaultWorld } from '@atelier/tests/faults/support/world.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startEmbedded } from '@atelier/console/database.ts';
import { askRestored, startBackedUp, type BackedUp } from './testing-backups.ts';
import { runScriptOn, type ScriptEnd } from '@atelier/host/testing-script.ts';

// Each call is a separate program, and each restore a server.
vi.setConfig({ testTimeout: 200_000, hookTimeout: 200_000 });

let database: FaultDatabase;
let world: FaultWorld;
let close: BackedUp['close'];
const folders: string[] = [];

beforeAll(async () => {
  ({ database, world, close } = await startBackedUp());
});
afterAll(async () => {
  await close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const run = (script: string, folder: string, ...args: string[]): Promise<ScriptEnd> =>
  runScriptOn(`services/backup/src/${script}`, args, {
    DATA_DIR: folder,
    BACKUP_TARGET: join(database.folder, 'backups'),
  });

/** A machine that has the keys and nothing else. */
function emptyFolder(): string {
  const folder = newFolder();
  for (const key of ['master.key', 'backup.key']) copyFileSync(join(database.folder, key), join(folder, key));
  folders.push(folder);
  return folder;
}

interface Held {
  readonly epoch: string;
  readonly pieces: readonly number[];
  readonly restores: number;
  readonly passwords: number;
}

async function heldBy(folder: string): Promise<Held> {
  const [held] = await askRestored<Held>(
    folder,
    `select (select epoch from log_horizon) as epoch, (select count(*) from restores) as restores,
            (select count(*) from user_credentials) as passwords,
            array(select substr(stream_id, 6)::bigint from streams where stream_id like 'item-%' order by 1) as pieces`,
  );
  if (held === undefined) throw new Error('nothing');
  return held;
}

const epochNow = async (): Promise<string> => (await world.world.store.readHorizon()).epoch;

test('a backup and the log after it restore to a moment: what was before it, nothing after, in a new epoch', async () => {
  const before = await world.sentPieces(3, 'BEFORE');
  const { code, said } = await run('backup.ts', database.folder);
  expect(said).toMatch(/^backup \d{8}T[\d.]+Z in .*: \d+ files, .* log up to position \d+/);
  expect(code).toBe(0);
  const between = await world.sentPieces(2, 'BETWEEN');
  await sleep(1_100);
  const at = new Date().toISOString();
  await sleep(100);
  const after = await world.sentPieces(2, 'AFTER');
  // The second one archives the log in between.
  expect((await run('backup.ts', database.folder)).code).toBe(0);

  const folder = emptyFolder();
  const restored = await run('restore.ts', folder, '--at', at);
  expect(restored.said).toMatch(/log verified: the hashes of \d+ events/);
  expect(restored.said).toMatch(/read models compared with the log: \d+ streams, 0 differences/);
  expect(restored.code).toBe(0);
  const held = await heldBy(folder);
  expect(held.pieces).toEqual([...before, ...between]);
  expect(held.pieces).not.toContain(after[0]);
  expect(held).toMatchObject({ restores: 1 });
  expect(held.epoch).not.toBe(await epochNow());

  const again = await run('restore.ts', folder);
  expect(again.said).toContain('say --replace to put it aside');
  expect(again.code).toBe(1);
});

test('a verification restores beside, compares with manifest and living database, and leaves nothing behind', async () => {
  const { said, code } = await run('backup-verify.ts', database.folder);
  expect(said).toMatch(/restored [\d.]+ MB in .* s per GB/);
  expect(said).toMatch(/log compared with the manifest: \d+ events/);
  expect(said).toMatch(/log compared with the living database: \d+ events/);
  expect(code).toBe(0);
  expect(readdirSync(database.folder).filter((name) => name.startsWith('backup-check'))).toEqual([]);

  // One event that is another one: the sums over the hashes differ.
  const owner = createPool({ connectionString: database.adminUrl, role: 'owner', max: 1 });
  const { rows: events } = await owner.query<{ position: number; hash: Buffer }>(
    'select position, hash from events order by position limit 1',
  );
  const [{ position, hash } = { position: 0, hash: Buffer.alloc(0) }] = events;
  await owner.query(`set session_replication_role = replica`);
  await owner.query('update events set hash = sha256(hash) where position = $1', [position]);
  const altered = await run('backup-verify.ts', database.folder);
  expect(altered.said).toContain(
    'The restored log is not that of the living database: as many events, but not the same.',
  );
  expect(altered.code).toBe(1);
  await owner.query('update events set hash = $2 where position = $1', [position, hash]);
  const { rows } = await owner.query('select kind, error is null as fine from backup_runs order by id');
  expect(rows.slice(-2)).toEqual([
    { kind: 'verification', fine: true },
    { kind: 'verification', fine: false },
  ]);
  await owner.end();
});

test('a restore in place goes on with webhooks where the database before had come, up to the end of its log', async () => {
  const owner = createPool({ connectionString: database.adminUrl, role: 'owner', max: 1 });
  await owner.query(
    'insert into webhook_cursors (webhook_id, position, starts, jumps) values (7, 1, 1, 0), (8, 1, 1, 0)',
  );
  await owner.end();
  expect((await run('backup.ts', database.folder)).code).toBe(0);
  const folder = emptyFolder();
  expect((await run('restore.ts', folder)).code).toBe(0);
  // Both were delivered further since; then a person put the second one back.
  await askRestored(folder, 'update webhook_cursors set position = 1000000, jumps = (webhook_id = 8)::int');
  const { said, code } = await run('restore.ts', folder, '--replace');
  expect([code, said]).toEqual([0, expect.stringContaining('1 webhook endpoints go on')]);
  const cursors = await askRestored(
    folder,
    `select webhook_id::int as id, position = (select position from log_horizon) as at_end, position = 1 as restored
       from webhook_cursors where webhook_id in (7, 8) order by 1`,
  );
  expect(cursors).toEqual([
    { id: 7, at_end: true, restored: false },
    { id: 8, at_end: false, restored: true },
  ]);
});

test('a restore in place puts the present database aside and loses nothing that its own log still holds', async () => {
  const unarchived = await world.sentPieces(2, 'LAST');
  const { pieces } = await onLiving();
  await database.kill();
  const { said, code } = await run('restore.ts', database.folder, '--replace');
  expect(said).toContain('the database that was there lies in');
  expect(code).toBe(0);
  const held = await heldBy(database.folder);
  expect(held.pieces).toEqual(pieces);
  expect(held.pieces).toEqual(expect.arrayContaining([...unarchived]));
  expect(readdirSync(join(database.folder, 'postgres')).some((name) => name.startsWith('data-before-'))).toBe(
    true,
  );
  await database.start();
});

test('a backup to another place is written down as one of that place', async () => {
  const elsewhere = newFolder();
  folders.push(elsewhere);
  const { code } = await run('backup.ts', database.folder, '--to', elsewhere);
  expect(code).toBe(0);
  const owner = createPool({ connectionString: database.adminUrl, role: 'owner', max: 1 });
  const { rows } = await owner.query<{ target: string }>(
    `select distinct target from backup_runs where kind = 'backup' order by target`,
  );
  await owner.end();
  expect(rows.map(({ target }) => target).toSorted()).toEqual(
    [join(database.folder, 'backups'), elsewhere].toSorted(),
  );
});

async function onLiving(): Promise<{ pieces: readonly number[] }> {
  const { rows } = await world.world.projectorPool.query<{ pieces: number[] }>(
    `select array(select substr(stream_id, 6)::bigint from streams where stream_id like 'item-%' order by 1) as pieces`,
  );
  return { pieces: rows[0]?.pieces ?? [] };
}

test('says in one sentence why it does not restore, and changes nothing', async () => {
  const folder = emptyFolder();
  expect((await run('restore.ts', folder, '--at', 'soon')).said).toContain('soon is no moment');
  expect((await run('restore.ts', folder, '--at', '2020-01-01T00:00:00Z')).said).toContain(
    'nothing earlier can be restored',
  );
  const elsewhere = await runScriptOn('services/backup/src/restore.ts', [], { DATA_DIR: folder });
  expect(elsewhere.said).toContain('There is no backup in');
  const unopened = await runScriptOn('services/backup/src/restore.ts', [], {
    DATA_DIR: folder,
    BACKUP_TARGET: join(database.folder, 'backups'),
    BACKUP_KEY_FILE: join(folder, 'master.key'),
  });
  expect(unopened.said).toContain('does not open with the key');
  expect([elsewhere.code, unopened.code]).toEqual([1, 1]);
});

test('files are restored sealed: destroyed since they stay closed, and those of an earlier release are sealed then', async () => {
  const { pool } = world.world;
  const owner = createPool({ connectionString: database.adminUrl, role: 'owner', max: 1 });
  const vault = vaultPlaceOf({}, join(database.folder, 'master.key'));
  await (await openStore({ pool, masterKey: TEST_KEY, registry: EVENT_REGISTRY, vault })).close();
  await owner.query('update key_vault set wraps_from = now()');
  const store = await openStore({ pool, masterKey: TEST_KEY, registry: EVENT_REGISTRY, vault });
  const blobs = createPostgresBlobStore(pool, store.files);
  const [stays, gone, clear] = [randomBytes(90_000), randomBytes(90_000), randomBytes(90_000)];
  const [{ hash: kept }, { hash: removed }] = [
    await blobs.put(stays, 'image/jpeg'),
    await blobs.put(gone, 'image/jpeg'),
  ];
  await owner.query(`insert into blobs (hash, media_type, size, bytes) values ($1, 'image/png', 90000, $2)`, [
    createHash('sha256').update(clear).digest(),
    clear,
  ]);
  await owner.query('update clear_blobs set released_at = null');
  await owner.end();
  expect((await run('backup.ts', database.folder)).code).toBe(0);
  expect((await run('backup-verify.ts', database.folder)).code).toBe(0);
  expect(await blobs.remove([removed])).toBe(1);
  await store.close();

  const folder = emptyFolder();
  const name = 'key-vault.sqlite';
  copyFileSync(join(database.folder, name), join(folder, name));
  const restored = await run('restore.ts', folder);
  expect(restored.code).toBe(0);
  const cluster = await startEmbedded(folder);
  const there = createPool({ connectionString: cluster.url('atelier'), role: 'atelier_app', max: 3 });
  const today = await openStore({
    pool: there,
    masterKey: TEST_KEY,
    registry: EVENT_REGISTRY,
    vault: vaultPlaceOf({}, join(folder, 'master.key')),
  });
  const found = createPostgresBlobStore(there, today.files);
  expect((await found.get(kept))?.bytes.equals(stays)).toBe(true);
  // The log of the server ends before it was removed, or after: either way it does not open.
  expect(await found.get(removed)).toBe(undefined);
  expect((await found.get(createHash('sha256').update(clear).digest('hex')))?.bytes.equals(clear)).toBe(true);
  expect(await sealStoredBlobs(there, today.files, () => false)).toBe(1);
  expect((await found.get(createHash('sha256').update(clear).digest('hex')))?.bytes.equals(clear)).toBe(true);
  await today.close();
  await there.end();
  await cluster.stop();
});
