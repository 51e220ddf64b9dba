import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomStories } from '@atelier/application/projections/testing-histories.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { createTestDatabase, type TestDatabase } from '@atelier/tests/harness/postgres.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runScript } from '@atelier/host/testing-script.ts';

// Each call is a separate program.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'atelier-events-'));
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  writeFileSync(join(folder, 'master.key'), '5a'.repeat(32));
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const run = (name: string, ...args: string[]) =>
  runScript(`services/console/src/${name}`, { database, folder }, args);

function fileOf(...lines: readonly object[]): string {
  const path = join(folder, 'events.ndjson');
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}

const metadata = {
  actor: { id: 7, kind: 'user' },
  commandId: 'from-the-old-system',
  occurredAt: '2024-05-01T10:00:00.000Z',
};

/** Lives of jewels, as a system before this one would hand them over. */
const lines = randomStories({ seed: 5, deposits: 30, steps: 12, firstId: 50_000, stores: [1, 2] }).flatMap(
  ({ itemId, item }) =>
    item.map(({ type, data }, index) => ({
      streamId: `item-${itemId}`,
      version: index + 1,
      type,
      data,
      metadata,
    })),
);

const counts = async () => {
  const admin = createPool({ connectionString: database.adminUrl, role: 'owner', max: 1 });
  const { rows } = await admin.query<{ events: number; items: number; policies: number }>(
    `select (select count(*) from events) as events, (select count(*) from item_row) as items,
            (select count(*) from policy_checkpoints where position = (select max(position) from events)) as policies`,
  );
  await admin.end();
  return rows[0];
};

describe('npm run events:import', () => {
  it.each([
    ['no JSON object', [lines[0], []], 'Line 2: the line must be an object'],
    ['an unknown type', [lines[0], { ...lines[1], type: 'Unknown' }], 'Line 2: The log holds events'],
    ['a version left out', [lines[0], { ...lines[2], version: 3 }], 'Line 2: stream item-'],
    ['no actor', [{ ...lines[0], metadata: { commandId: 'x' } }], 'Line 1: metadata.actor must be an object'],
    ['no stream', [{ ...lines[0], streamId: 'Item 7' }], 'Line 1: not a stream id'],
  ])('refuses a file with a line that cannot be taken: %s', async (_, bad, sentence) => {
    const { code, said } = await run('events-import.ts', fileOf(...bad.map((line) => line ?? {})));
    expect(said).toContain(sentence);
    expect(said).toContain('Nothing was imported.');
    expect(code).toBe(1);
    expect(await counts()).toMatchObject({ events: 0, items: 0 });
  });

  it('imports a file once, with its read models and without asking for jobs', async () => {
    const file = fileOf(...lines);
    expect(await run('events-import.ts', file)).toMatchObject({ code: 0 });
    expect(await counts()).toEqual({ events: lines.length, items: 30, policies: 11 });
    expect((await run('consistency.ts')).said).toContain('0 differences');

    const again = await run('events-import.ts', file);
    expect(again.code).toBe(1);
    expect(again.said).toContain('expected 0. Nothing was imported.');
    expect(await counts()).toMatchObject({ events: lines.length });
  });

  it('is refused while the system is running', async () => {
    const service = createPool({ connectionString: database.appUrl, role: 'atelier_app', max: 1 });
    const client = await service.connect();
    const { said } = await run('events-import.ts', fileOf(...lines));
    expect(said).toContain('stop API and workers');
    client.release();
    await service.end();
  });
});
