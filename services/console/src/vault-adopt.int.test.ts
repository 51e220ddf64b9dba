import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { createTestDatabase, type TestDatabase } from '@atelier/tests/harness/postgres.ts';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readSecrets } from '@atelier/host/secrets.ts';
import { runScript, writeTestKey } from '@atelier/host/testing-script.ts';

// Each call is a separate program.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'atelier-adopt-'));
const vault = join(folder, 'key-vault.sqlite');
let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  writeTestKey(folder);
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.appUrl, role: 'atelier_app', max: 4 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const open = async () =>
  openStore({ pool, ...(await readSecrets(join(folder, 'master.key'))), registry: EVENT_REGISTRY });
const run = (name: string) => runScript(`services/console/src/${name}`, { database, folder }, []);

test('an older vault ends commands in one sentence until it is adopted', async () => {
  const store = await open();
  copyFileSync(vault, join(folder, 'older'));
  await store.erase(['customer-1'], 'test');
  await store.close();
  copyFileSync(join(folder, 'older'), vault);

  const refused = await run('consistency.ts');
  expect(refused.code).toBe(1);
  expect(refused.said.trim()).toMatch(
    /^The key vault .*key-vault\.sqlite is older than the one .*"npm run vault:adopt"/,
  );
  const adopted = await run('vault-adopt.ts');
  expect(adopted).toEqual({
    code: 0,
    said: 'The key vault was adopted: 1 persons and 0 numbers of files destroyed in it again.\n',
  });
  const again = await open();
  expect((await again.erasures(0, 9)).map(({ subject }) => subject)).toEqual(['customer-1']);
  await again.close();
});
