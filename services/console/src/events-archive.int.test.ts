import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { randomStories } from '@atelier/application/projections/testing-histories.ts';
import { importEvents } from '@atelier/event-store/import/import-events.ts';
import { masterKeyOf } from '@atelier/key-vault/master-key.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { makeNarrowPartitions } from '@atelier/event-store/testing/narrow-partitions.ts';
import type { EventMetadata } from '@atelier/event-store/types.ts';
import { FINAL_STATUSES } from '@atelier/domain/shared/status.ts';
import { createTestDatabase, type TestDatabase } from '@atelier/tests/harness/postgres.ts';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runScript } from '@atelier/host/testing-script.ts';

// Each call is a separate program.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'atelier-archive-'));
const files = join(folder, 'archives');
let database: TestDatabase;
let owner: Pool;

const metadata: EventMetadata = {
  actor: { id: 7, kind: 'user' },
  commandId: 'from-the-old-system',
  occurredAt: '2024-05-01T10:00:00.000Z',
};
const stories = randomStories({ seed: 5, deposits: 60, steps: 25, firstId: 50_000, stores: [1, 2] });

/** A log of many small partitions, with its read models. */
beforeAll(async () => {
  database = await createTestDatabase();
  writeFileSync(join(folder, 'master.key'), '5a'.repeat(32));
  owner = createPool({ connectionString: database.connectionString, role: 'owner', copies: true, max: 3 });
  await makeNarrowPartitions(owner, 100);
  const requests = stories.flatMap(({ itemId, item }) =>
    item.map(({ type, data }, version) => ({
      streams: [{ streamId: `item-${itemId}`, expectedVersion: version, events: [{ type, data }] }],
      metadata,
    })),
  );
  const masterKey = masterKeyOf(Buffer.from('5a'.repeat(32), 'hex'));
  await importEvents({ owner, masterKey, registry: EVENT_REGISTRY, room: 100 }, requests);
  const { code, said } = await run('projections-rebuild.ts', 'all');
  if (code !== 0) throw new Error(said);
});
afterAll(async () => {
  await owner.end();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const run = (name: string, ...args: string[]) =>
  runScript(`services/console/src/${name}`, { database, folder }, args);

const archive = (...args: string[]) => run('events-archive.ts', ...args);

/** Items by whether their newest row says that they have ended, and where their streams lie. */
async function items() {
  const admin = createPool({ connectionString: database.adminUrl, role: 'owner', max: 1 });
  const { rows } = await admin.query<{ id: number; ended: boolean; archive: string | null; last: number }>(
    `select id, status in (${FINAL_STATUSES.join(', ')}) as ended, archive, last_position as last
       from item_row join streams on stream_id = 'item-' || id order by id`,
  );
  await admin.end();
  return rows;
}

async function chain() {
  const pool = createPool({ connectionString: database.appUrl, role: 'atelier_app', max: 2 });
  const masterKey = masterKeyOf(Buffer.from('5a'.repeat(32), 'hex'));
  const store = await openStore({ pool, masterKey, registry: EVENT_REGISTRY });
  const result = await store.verifyChain('all');
  await store.close();
  await pool.end();
  return result;
}

describe('npm run events:archive', () => {
  it('says what to do when arguments are missing, and changes nothing', async () => {
    expect((await archive()).said).toContain('detach FOLDER 2025-01-01');
    expect((await archive('detach', files, 'soon')).said).toContain('soon is no day');
    expect((await archive('detach', files, '2020-01-01')).said).toContain(
      'No whole partition of the log is older than 2020-01-01',
    );
    expect((await archive('attach', files, 'nothing')).said).toContain(
      'cannot be read. Nothing was changed.',
    );
  });

  it('moves what has ended into a file, keeps all that is open, and puts it back', async () => {
    const before = await owner.query<object>('select * from events order by position');
    const { code, said } = await archive('detach', files, '2999-01-01');
    expect(said).toMatch(/^log-1-to-\d+: \d+ events of \d+ items moved to/);
    expect(code).toBe(0);
    const [name = ''] = said.split(':');
    expect(readdirSync(files).toSorted()).toEqual([`${name}.json`, `${name}.ndjson.gz`]);

    const upper = Number(name.replace('log-1-to-', ''));
    const after = await items();
    expect(after.map((item) => item.archive)).toEqual(
      after.map(({ ended, last }) => (ended && last < upper ? name : null)),
    );
    expect(after.some((item) => item.archive !== null)).toBe(true);
    expect(after.some(({ ended, last }) => !ended && last < upper)).toBe(true);
    expect(await chain()).toMatchObject({ ok: true });
    expect((await run('consistency.ts')).said).toContain('0 differences');

    const refused = await run('projections-rebuild.ts', 'item_row');
    expect(refused.said).toContain(`lie in archive ${name}: put them back`);
    expect(refused.code).toBe(1);
    expect((await items()).length).toBe(after.length);

    expect((await archive('attach', files, name)).said).toContain('every hash chain is whole');
    expect((await owner.query<object>('select * from events order by position')).rows).toEqual(before.rows);
    expect(await chain()).toMatchObject({ ok: true, events: before.rows.length });
    expect(await run('projections-rebuild.ts', 'item_row')).toMatchObject({ code: 0 });
  });
});
