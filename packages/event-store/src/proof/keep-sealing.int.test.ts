import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { createPool } from '../pool.ts';
import { settleHorizon } from '../testing/settle-horizon.ts';
import { createTestStore, made, testMetadata, to } from '../testing/test-store.ts';
import { openCheckpoint } from './checkpoint.ts';
import { keepSealing } from './keep-sealing.ts';
import { signerKey } from './signed-note.ts';
import { latestCheckpoint } from './tree-tables.ts';

const signer = signerKey('atelier.test/log', 'log', generateKeyPairSync('ed25519').privateKey);
const folder = mkdtempSync(join(tmpdir(), 'atelier-sealing-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('seals on where the checkpoint cannot be kept, says so once, and keeps it as soon as it can', async () => {
  const t = await createTestStore();
  const pool = createPool({ connectionString: t.database.projectorUrl, role: 'atelier_projector', max: 4 });
  const rememberIn = join(folder, 'state', 'log-checkpoint');
  const onNotKept = vi.fn<(error: unknown) => void>();
  const onError = vi.fn<(error: unknown) => void>();
  const grow = async (stream: string): Promise<void> => {
    await t.store.append({ streams: [to(stream, 0, made('ring'))], metadata: testMetadata });
    await settleHorizon(pool, t.store);
  };
  const sealing = keepSealing({ pool, signer, rememberIn, onError, onNotKept, everyMs: 20 });
  const sealed = (size: number) =>
    vi.waitUntil(async () => (await latestCheckpoint(pool))?.size === size, { timeout: 20_000 });
  try {
    for (const size of [1, 2]) {
      await grow(`thing-${size}`);
      await sealed(size);
    }
    await vi.waitUntil(() => onNotKept.mock.calls.length > 0);
    mkdirSync(join(folder, 'state'));
    await grow('thing-3');
    await sealed(3);
  } finally {
    await sealing.stop();
    await pool.end();
    await t.close();
  }
  expect(openCheckpoint(readFileSync(rememberIn, 'utf8'), [signer.verifier]).size).toBe(3);
  expect(onNotKept).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'ENOENT' }));
  expect(onError).not.toHaveBeenCalled();
});

test('says that the lock of sealing is held, once, and seals when it is free', async () => {
  const t = await createTestStore();
  const pool = createPool({ connectionString: t.database.projectorUrl, role: 'atelier_projector', max: 4 });
  const onError = vi.fn<(error: unknown) => void>();
  const holder = await pool.connect();
  await holder.query('select pg_advisory_lock(4715153)');
  await t.store.append({ streams: [to('thing-1', 0, made('ring'))], metadata: testMetadata });
  await settleHorizon(pool, t.store);
  const onNotKept = (): void => undefined;
  const sealing = keepSealing({ pool, signer, rememberIn: undefined, onError, onNotKept, everyMs: 20 });
  try {
    await vi.waitUntil(() => onError.mock.calls.length > 0, { timeout: 20_000 });
    expect(await latestCheckpoint(pool)).toBeUndefined();
    holder.release(true);
    await vi.waitUntil(async () => (await latestCheckpoint(pool))?.size === 1, { timeout: 20_000 });
  } finally {
    await sealing.stop();
    await pool.end();
    await t.close();
  }
  expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'sealing_held' }));
});
