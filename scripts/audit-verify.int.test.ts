import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '@atelier/event-store/pool.ts';
import { keepSealing } from '@atelier/event-store/proof/keep-sealing.ts';
import { readSignerKey } from '@atelier/event-store/proof/log-key.ts';
import { latestCheckpoint } from '@atelier/event-store/proof/tree-tables.ts';
import { createTestStore, made, moved, testMetadata, to } from '@atelier/event-store/testing/test-store.ts';
import type { TestStore } from '@atelier/event-store/testing/test-store.ts';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ensureLogKey } from './lib/log-key.ts';
import { runScript } from './testing-script.ts';

// Each call is a program of its own.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'atelier-verify-'));
let t: TestStore;
let pool: Pool;
let superuser: Pool;
const failures: unknown[] = [];

/** A system whose worker seals while things are appended. */
beforeAll(async () => {
  t = await createTestStore();
  writeFileSync(join(folder, 'master.key'), '07'.repeat(32));
  pool = createPool({ connectionString: t.database.projectorUrl, role: 'atelier_projector', max: 3 });
  superuser = createPool({ connectionString: t.database.adminUrl, role: 'owner', max: 1 });
  for (let n = 0; n < 20; n += 1)
    await t.store.append({ streams: [to(`thing-${n}`, 0, made('ring'), moved(1))], metadata: testMetadata });
});
afterAll(async () => {
  await Promise.all([pool.end(), superuser.end()]);
  await t.close();
  rmSync(folder, { recursive: true, force: true });
});

const verify = (...args: string[]) => runScript('audit-verify.ts', { database: t.database, folder }, args);

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
  await vi.waitFor(moved, { timeout: 20_000 }).finally(() => void sealing.stop());
}

it('verifies what the workers sealed with the key of the data folder', async () => {
  await seal();
  expect(await verify()).toMatchObject({
    code: 0,
    said: expect.stringMatching(
      /^40 sealed events.*1 heads kept.*\nThe log is whole: 40 events are as they were sealed/m,
    ),
  });
});

it('names stream, version, position and column of a change with the value before, and ends with a verdict and 1', async () => {
  await superuser.query(
    `update events set data = '{"place": 9}' where stream_id = 'thing-3' and version = 2`,
  );
  const { code, said } = await verify();
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(
      /^changed {2}thing-3 {2}version 2 {2}position \d+ {2}data {2}.*: data.place was 1 and is 9\n.*\nThe log is NOT whole: 1 fault in 1 stream\. /m,
    ),
  ]);
  await superuser.query(
    `update events set data = '{"place": 1}' where stream_id = 'thing-3' and version = 2`,
  );
  expect((await verify()).code).toBe(0);
});

it("refuses a key that is not the log's, and says so for a text that is none", async () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(join(folder, 'other.key'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const other = await readSignerKey(join(folder, 'other.key'), 'localhost:3000/api/log', 'log');
  const { formatVerifierKey } = await import('@atelier/event-store/proof/signed-note.ts');
  expect((await verify('--key', formatVerifierKey(other.verifier))).code).not.toBe(0);
  expect((await verify('--key', 'nonsense')).said).toContain('"nonsense" is no public key');
});

it('signs no tree that was taken back, and the kept checkpoint shows it', async () => {
  await superuser.query('truncate log_checkpoints, log_tile_parts, log_entry_parts');
  await expect(seal()).rejects.toThrow('to be greater than');
  expect(String(failures[0])).toContain('it was rolled back');
  expect(await verify()).toMatchObject({ code: 1, said: expect.stringMatching(/^rolled_back/m) });
});
