import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPostgresBlobStore } from '@atelier/application/blobs/postgres-blob-store.ts';
import { createDatabase } from '@atelier/application/platform/database.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { withPictureDigests } from '@atelier/application/commands/picture-digests.ts';
import { keepUpload } from '@atelier/application/images/uploads.commands.ts';
import { TEST_KEY } from '@atelier/application/projections/testing.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { keepSealing } from '@atelier/transparency-log/proof/keep-sealing.ts';
import { readSignerKey } from '@atelier/transparency-log/proof/log-key.ts';
import { formatVerifierKey } from '@atelier/transparency-log/proof/signed-note.ts';
import { latestCheckpoint } from '@atelier/transparency-log/proof/tree-tables.ts';
import {
  createTestStore,
  testMetadata,
  to,
  type TestStore,
} from '@atelier/event-store/testing/test-store.ts';
import type { DomainEvent } from '@atelier/event-store/types.ts';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ensureLogKey } from '@atelier/console/log-key.ts';
import { runScript, runScriptOn, writeTestKey } from '@atelier/host/testing-script.ts';

// Each call is a separate program.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'atelier-verify-'));
let t: TestStore;
let pool: Pool;
let superuser: Pool;
const failures: unknown[] = [];
const at = '2026-11-20T10:00:00.000Z';
let image: string;

/** A system whose worker seals while things are appended. */
beforeAll(async () => {
  t = await createTestStore({ registry: EVENT_REGISTRY, masterKey: TEST_KEY });
  writeTestKey(folder);
  pool = createPool({ connectionString: t.database.projectorUrl, role: 'atelier_projector', max: 3 });
  superuser = createPool({ connectionString: t.database.adminUrl, role: 'owner', max: 1 });
  for (let n = 0; n < 20; n += 1)
    await append(`item-${n}`, { type: 'ScansCleared', data: { target: 1, at } });
  image = await keptPicture();
  await append('item-20', {
    type: 'MeasurementsRecorded',
    data: { customerRef: 'rma-20', status: 12, stoneCount: null, weightMg: null, photos: [image], at },
  });
});
afterAll(async () => {
  await Promise.all([pool.end(), superuser.end()]);
  await t.close();
  rmSync(folder, { recursive: true, force: true });
});

const append = (stream: string, event: DomainEvent) =>
  t.store.append({ streams: [to(stream, 0, withPictureDigests(event))], metadata: testMetadata });

function keptPicture(): Promise<string> {
  const services = {
    db: createDatabase(t.pool, t.store.sealing),
    blobs: createPostgresBlobStore(t.pool, t.store.files),
  };
  const bytes = Buffer.from('a picture');
  const upload = { userId: 1, siteId: null, idempotency: undefined, source: bytes };
  const ready = { bytes, mediaType: 'image/jpeg', width: 1, height: 1 } as const;
  return keepUpload(services, { kind: 'all' }, upload, ready).then(({ imageId }) => imageId);
}

const verify = (...args: string[]) =>
  runScript('services/witness/src/audit-verify.ts', { database: t.database, folder }, args);

async function seal(): Promise<void> {
  const before = (await latestCheckpoint(pool))?.size ?? 0;
  const signer = await readSignerKey(ensureLogKey(undefined, folder), 'localhost:3000/api/log', 'log');
  const sealing = keepSealing({
    pool,
    signer,
    rememberIn: join(folder, 'log-checkpoint'),
    everyMs: 20,
    onError: (error) => failures.push(error),
    onNotKept: (error) => failures.push(error),
  });
  const moved = async () => expect((await latestCheckpoint(pool))?.size ?? 0).toBeGreaterThan(before);
  await vi.waitFor(moved, { timeout: 60_000 }).finally(() => void sealing.stop());
}

it('verifies what the workers sealed with the key of the data folder', async () => {
  await seal();
  expect(await verify()).toMatchObject({
    code: 0,
    said: expect.stringMatching(
      /^21 sealed events.*1 heads kept.*\n1 pictures and signatures compared.*: 0 faults\nThe log is whole: 21 events are as they were sealed.*\s*$/,
    ),
  });
});

it('names stream, version, position and column of a change, and ends with a verdict and 1', async () => {
  await superuser.query(
    `update events set data = jsonb_set(data, '{target}', '9') where stream_id = 'item-3'`,
  );
  const { code, said } = await verify();
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(
      /^changed {2}item-3 {2}version 1 {2}position \d+ {2}data {2}.*\n.*\n.*compared.*\nThe log is NOT whole: 1 fault in 1 stream\. /m,
    ),
  ]);
  await superuser.query(
    `update events set data = jsonb_set(data, '{target}', '1') where stream_id = 'item-3'`,
  );
  expect((await verify()).code).toBe(0);
});

it('names a picture whose row was exchanged, and ends with 1', async () => {
  await superuser.query(`create table kept_uploads as table image_uploads`);
  await superuser.query(`with other as (insert into blobs (hash, media_type, size) values (sha256('x'), 'image/jpeg', 1) returning hash)
    update image_uploads set hash = (select hash from other)`);
  const { code, said } = await verify();
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(
      /^file {2}item-20 {2}version 1 {2}position \d+ {2}image_uploads {2}item-20 stage 1: expected [0-9a-f]{64}, found [0-9a-f]{64}$/m,
    ),
  ]);
  expect(said.trim().split('\n').at(-1)).toMatch(
    /^The log is whole, its files are NOT: 1 fault in pictures and signatures\. /,
  );
  await superuser.query(
    `update image_uploads u set hash = k.hash from kept_uploads k where k.image_id = u.image_id`,
  );
  await superuser.query(`delete from blobs where hash = sha256('x'); drop table kept_uploads`);
  expect((await verify()).code).toBe(0);
});

it('says that no file was compared on a machine without the keys', async () => {
  const { verifier } = await readSignerKey(join(folder, 'log.key'), 'localhost:3000/api/log', 'log');
  const { code, said } = await runScriptOn(
    'services/witness/src/audit-verify.ts',
    ['--key', formatVerifierKey(verifier)],
    {
      DATABASE_URL: t.database.connectionString,
      DATA_DIR: join(folder, 'elsewhere'),
      MASTER_KEY_FILE: '',
    },
  );
  expect([code, said]).toEqual([0, expect.stringContaining('pictures and signatures not compared')]);
});

it("refuses a key that is not the log's, and says so for a text that is none", async () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(join(folder, 'other.key'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const other = await readSignerKey(join(folder, 'other.key'), 'localhost:3000/api/log', 'log');
  expect((await verify('--key', formatVerifierKey(other.verifier))).code).not.toBe(0);
  expect((await verify('--key', 'nonsense')).said).toContain('"nonsense" is no public key');
});

it('signs no tree that was taken back, and the kept checkpoint shows it', async () => {
  await superuser.query('truncate log_checkpoints, log_tile_parts, log_entry_parts');
  await expect(seal()).rejects.toThrow('to be greater than');
  expect(String(failures[0])).toContain('it was rolled back');
  expect(await verify()).toMatchObject({ code: 1, said: expect.stringMatching(/^rolled_back/m) });
});
