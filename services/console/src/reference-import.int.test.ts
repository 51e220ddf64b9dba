import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '@atelier/event-store/pool.ts';
import { createTestDatabase, type TestDatabase } from '@atelier/tests/harness/postgres.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runScript } from '@atelier/host/testing-script.ts';

// Each call is a separate program.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'atelier-import-'));
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  writeFileSync(join(folder, 'master.key'), '5a'.repeat(32));
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const run = (...args: string[]) =>
  runScript('services/console/src/reference-import.ts', { database, folder }, args);

function fileOf(name: string, ...lines: string[]): string {
  const path = join(folder, name);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

const countries = async () => {
  const admin = createPool({ connectionString: database.adminUrl, role: 'owner', max: 1 });
  try {
    const { rows } = await admin.query<{ code: string }>('select code from countries order by code');
    return rows.map((row) => row.code);
  } finally {
    await admin.end();
  }
};

describe('npm run reference:import', () => {
  const header = 'code,name,dial_code,client_delivery_allowed';

  it('says what it would do, and then does it', async () => {
    const file = fileOf('countries.csv', header, 'FR,France,33,true', 'JP,Japan,81,yes');
    expect(await run('countries', file, '--dry-run')).toEqual({
      code: 0,
      said: '2 new, 0 changed, 0 unchanged, 0 wrong: dry run, nothing changed\n',
    });
    expect(await countries()).toEqual([]);
    expect((await run('countries', file)).said).toBe('2 new, 0 changed, 0 unchanged, 0 wrong: imported\n');
    expect(await countries()).toEqual(['FR', 'JP']);
  });

  it('names the lines that are wrong and imports none', async () => {
    const file = fileOf('wrong.csv', header, 'IT,Italy,39,true', 'Spain,Spain,34,true');
    const { code, said } = await run('countries', file);
    expect(code).toBe(1);
    expect(said).toContain('line 3, code: ');
    expect(said).toContain('1 new, 0 changed, 0 unchanged, 1 wrong: nothing changed');
    expect(await countries()).not.toContain('IT');
  });

  it('says in one sentence what it cannot begin with', async () => {
    expect(await run('passwords', 'x.csv')).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^Say what to import, .*Sets: countries, /),
    });
    expect((await run('countries', join(folder, 'no.csv'))).said).toMatch(/^There is no file .*no\.csv/);
    const file = fileOf('short.csv', 'code,name', 'FR,France');
    expect((await run('countries', file)).said).toBe(
      'A column is missing. dial_code, client_delivery_allowed\n',
    );
  });
});
