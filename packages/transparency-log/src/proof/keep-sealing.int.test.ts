import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { createPool } from '@atelier/event-store/pool.ts';
import { settleHorizon } from '@atelier/event-store/testing/settle-horizon.ts';
import { createTestStore, made, testMetadata, to } from '@atelier/event-store/testing/test-store.ts';
import { openCheckpoint } from './checkpoint.ts';
import { keepSealing } from './keep-sealing.ts';
import type { SealingFinding } from './sealing-findings.ts';
import { rememberHead } from './own-head.ts';
import { sealLog } from './seal-log.ts';
import { signerKey } from './signed-note.ts';
import { tamperings } from './testing-tampering.ts';
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
  const findings: SealingFinding[] = [];
  const onFinding = async (finding: SealingFinding): Promise<void> => void findings.push(finding);
  const sealing = keepSealing({ pool, signer, rememberIn, onError, onNotKept, onFinding, everyMs: 20 });
  const sealed = (size: number) =>
    vi.waitUntil(async () => (await latestCheckpoint(pool))?.size === size, { timeout: 60_000 });
  try {
    for (const size of [1, 2]) {
      await grow(`thing-${size}`);
      await sealed(size);
    }
    await vi.waitUntil(() => onNotKept.mock.calls.length > 0, { timeout: 60_000 });
    mkdirSync(join(folder, 'state'));
    await grow('thing-3');
    await sealed(3);
    await vi.waitUntil(() => findings.at(-1)?.over.includes('not_kept'), { timeout: 60_000 });
  } finally {
    await sealing.stop();
    await pool.end();
    await t.close();
  }
  expect(openCheckpoint(readFileSync(rememberIn, 'utf8'), [signer.verifier]).size).toBe(3);
  expect(onNotKept).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'ENOENT' }));
  expect(onError).not.toHaveBeenCalled();
  expect(findings.slice(1, -1)).toContainEqual({ standing: [{ code: 'not_kept' }], over: [] });
  expect(findings.at(-1)).toEqual({ standing: [], over: ['not_kept'] });
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
  const findings: SealingFinding[] = [];
  const onFinding = async (finding: SealingFinding): Promise<void> => void findings.push(finding);
  const options = { pool, signer, rememberIn: undefined, everyMs: 20 };
  const sealing = keepSealing({ ...options, onError, onNotKept, onFinding });
  try {
    await vi.waitUntil(() => onError.mock.calls.length > 0, { timeout: 60_000 });
    expect(await latestCheckpoint(pool)).toBeUndefined();
    holder.release(true);
    await vi.waitUntil(async () => (await latestCheckpoint(pool))?.size === 1, { timeout: 60_000 });
    await vi.waitUntil(() => findings.at(-1)?.over.includes('lock_held'), { timeout: 60_000 });
  } finally {
    await sealing.stop();
    await pool.end();
    await t.close();
  }
  expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'sealing_held' }));
  expect(findings.at(-2)?.standing).toEqual([{ code: 'lock_held' }]);
  expect(findings.at(-1)).toEqual({ standing: [], over: ['lock_held'] });
});

test('says again what it could not hand on, and names the first event of a log that was rewritten', async () => {
  const t = await createTestStore();
  const pool = createPool({ connectionString: t.database.projectorUrl, role: 'atelier_projector', max: 4 });
  const superuser = createPool({ connectionString: t.database.adminUrl, role: 'owner', max: 1 });
  mkdirSync(folder, { recursive: true });
  const rememberIn = join(folder, 'log-checkpoint');
  for (const n of [1, 2, 3])
    await t.store.append({ streams: [to(`thing-${n}`, 0, made('ring'))], metadata: testMetadata });
  await settleHorizon(pool, t.store);
  const first = await sealLog(pool, { signer });
  if (first.state === 'sealed') await rememberHead(pool, rememberIn, first.latest);
  const client = await superuser.connect();
  const forged = await tamperings(signer)['fork']?.tamper({ client, random: () => 0.5 });
  client.release();
  const findings: SealingFinding[] = [];
  const onFinding = async (finding: SealingFinding): Promise<void> => {
    findings.push(finding);
    if (findings.length < 3) throw new Error('the database is away');
  };
  const ignore = (): void => undefined;
  const options = { pool, signer, rememberIn, everyMs: 20, onError: ignore, onNotKept: ignore };
  const sealing = keepSealing({ ...options, onFinding });
  try {
    await vi.waitUntil(() => findings.length > 4, { timeout: 60_000 });
  } finally {
    await sealing.stop();
    await Promise.all([pool.end(), superuser.end()]);
    await t.close();
  }
  const standing = [{ code: 'rewritten', stream: forged?.streams?.[0], position: forged?.positions?.[0] }];
  const over = expect.arrayContaining(['lock_held', 'rolled_back']);
  expect(findings.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => ({ standing, over })));
  expect(findings.slice(3, 5)).toEqual(Array.from({ length: 2 }, () => ({ standing, over: [] })));
});
