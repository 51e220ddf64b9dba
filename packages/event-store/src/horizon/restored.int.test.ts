import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  copyTestDatabase,
  createEmptyDatabase,
  systemPrograms,
  type TestDatabase,
} from '@atelier/tests/harness/postgres.ts';
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPool } from '../pool.ts';
import { renewEpochAfterRestore, startLogMarker } from './log-mark.ts';
import { createTestStore, made, testMetadata, to, type TestStore } from '../testing/test-store.ts';
import { settleHorizon } from '../testing/settle-horizon.ts';

let t: TestStore;
let folder: string;
const pools: Pool[] = [];
const copies: TestDatabase[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-restored-'));
});
beforeEach(async () => {
  t = await createTestStore();
});
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.end()));
  await t.close();
  for (const copy of copies.splice(0)) await copy.drop();
});
afterAll(() => rm(folder, { recursive: true }));

const append = (streamId: string) =>
  t.store.append({ streams: [to(streamId, 0, made('x'))], metadata: testMetadata });

/** A separate node on the database. */
function nodeOn(database: TestDatabase): Pool {
  const pool = createPool({ connectionString: database.appUrl, role: 'atelier_app', max: 2 });
  pools.push(pool);
  return pool;
}

async function epochOf(database: TestDatabase): Promise<string> {
  const { rows } = await nodeOn(database).query<{ epoch: string }>('select epoch from log_horizon');
  return rows[0]?.epoch ?? '';
}

/** Several nodes begin at once, as they do after a restore. */
async function startNodes(
  database: TestDatabase,
  file = join(folder, 'no mark'),
): Promise<readonly boolean[]> {
  return Promise.all([1, 2, 3].map(() => renewEpochAfterRestore(nodeOn(database), file)));
}

/** The open store would keep the database from being copied. */
async function epochWhenClosed(): Promise<string> {
  await append('thing-1');
  await settleHorizon(t.pool, t.store);
  const epoch = await epochOf(t.database);
  await Promise.all(pools.splice(0).map((pool) => pool.end()));
  return epoch;
}

describe('a start on a restored database', () => {
  it('renews the epoch of a copy, once for all nodes, and keeps it from then on', async () => {
    const before = await epochWhenClosed();
    const copy = await copyTestDatabase(t.database);
    copies.push(copy);
    await startNodes(copy);
    const renewed = await epochOf(copy);
    expect(renewed).not.toBe(before);
    await startNodes(copy);
    expect(await epochOf(copy)).toBe(renewed);
    expect(await epochOf(t.database)).toBe(before);
  });

  it.runIf(systemPrograms() !== undefined)('renews the epoch of a dump put into a new database', async () => {
    const before = await epochWhenClosed();
    const restored = await createEmptyDatabase();
    copies.push(restored);
    const run = promisify(execFile);
    const { pgDump, pgRestore } = systemPrograms() ?? { pgDump: '', pgRestore: '' };
    const file = join(folder, 'atelier.dump');
    await run(pgDump, ['--format=custom', `--file=${file}`, t.database.adminUrl]);
    await run(pgRestore, [`--dbname=${restored.adminUrl}`, file]);
    await startNodes(restored);
    const renewed = await epochOf(restored);
    expect(renewed).not.toBe(before);
    await startNodes(restored);
    expect(await epochOf(restored)).toBe(renewed);
  });

  it('renews the epoch of a log that does not hold what was noted outside, once for all nodes', async () => {
    await append('thing-1');
    await settleHorizon(t.pool, t.store);
    const before = await epochOf(t.database);
    const file = join(folder, 'gone back');
    const gone = { epoch: before, position: 999, eventId: crypto.randomUUID() };
    await writeFile(file, JSON.stringify(gone));
    const renewed = await startNodes(t.database, file);
    expect(renewed.filter(Boolean)).toHaveLength(1);
    const after = await epochOf(t.database);
    expect(after).not.toBe(before);
    expect(await startNodes(t.database, file)).toEqual([false, false, false]);
    expect(await epochOf(t.database)).toBe(after);
  });

  it('keeps the epoch of a log that holds what was noted, of another log’s note, and of half a note', async () => {
    await append('thing-1');
    await settleHorizon(t.pool, t.store);
    const before = await epochOf(t.database);
    const file = join(folder, 'noted');
    const marker = startLogMarker({ pool: t.pool, file, onError: () => undefined });
    await marker.stop();
    await append('thing-2');
    expect(await startNodes(t.database, file)).toEqual([false, false, false]);
    const foreign = { epoch: crypto.randomUUID(), position: 999, eventId: crypto.randomUUID() };
    for (const text of [JSON.stringify(foreign), '{"epoch":"', 'null']) {
      await writeFile(file, text);
      expect(await startNodes(t.database, file)).toEqual([false, false, false]);
    }
    expect(await epochOf(t.database)).toBe(before);
  });

  it('says once that nothing can be noted', async () => {
    const errors: unknown[] = [];
    await append('thing-1');
    await settleHorizon(t.pool, t.store);
    const file = join(folder, 'nowhere', 'mark');
    const marker = startLogMarker({
      pool: t.pool,
      file,
      everyMs: 10,
      onError: (error) => errors.push(error),
    });
    await marker.stop();
    expect(errors).toHaveLength(1);
  });
});
