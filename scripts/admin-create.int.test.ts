import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '@atelier/event-store/pool.ts';
import { verifyPassword } from '@atelier/api/shared/passwords.ts';
import { STANDARD_ROLES } from '@atelier/domain/identity/standard-roles.ts';
import { createTestDatabase } from '@atelier/tests/harness/postgres.ts';
import type { TestDatabase } from '@atelier/tests/harness/postgres.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runScript } from './testing-script.ts';

// Each call is a program of its own.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'atelier-admin-'));
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  writeFileSync(join(folder, 'master.key'), '5a'.repeat(32));
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const run = (...args: string[]) => runScript('admin-create.ts', { database, folder }, args);

function passwordFile(password: string): string {
  const path = join(folder, `password-${password.length}`);
  writeFileSync(path, `${password}\n`, { mode: 0o600 });
  return path;
}

async function asked<Row>(query: string): Promise<Row[]> {
  const admin = createPool({ connectionString: database.adminUrl, role: 'owner', max: 1 });
  try {
    return (await admin.query(query)).rows as Row[];
  } finally {
    await admin.end();
  }
}

const account = async () =>
  (
    await asked<{
      email: string;
      user_type: string;
      site_id: number | null;
      roles: string[];
      active: boolean;
      hash: string;
      must_change: boolean;
    }>(
      'select u.email, u.user_type, u.site_id, u.roles, u.active, c.password_hash as hash, c.must_change from users u join user_credentials c on c.user_id = u.id',
    )
  )[0];

describe('npm run admin:create', () => {
  it('refuses what it cannot use, and changes nothing', async () => {
    for (const [args, sentence] of [
      [[], 'npm run admin:create -- EMAIL'],
      [['nobody'], 'npm run admin:create -- EMAIL'],
      [['admin@house.example', 'A password in the process list'], 'npm run admin:create -- EMAIL'],
      [['admin@house.example', '--password-file', join(folder, 'none')], 'cannot be read'],
      [['admin@house.example', '--password-file', passwordFile('short')], '12 to 256 characters'],
      [['admin@house.example', '--password-file', passwordFile('password123456')], 'easy to guess'],
      [['admin@house.example'], 'name a file with --password-file'],
    ] as const) {
      const end = await run(...args);
      expect([args, end.code, end.said.trim().split('\n').length]).toEqual([args, 1, 1]);
      expect(end.said).toContain(sentence);
    }
    expect(await asked('select 1 from users union all select 1 from roles')).toEqual([]);
  });

  it('makes the first administrator and the standard roles of an empty server', async () => {
    const end = await run(
      'Admin@House.example',
      '--password-file',
      passwordFile('cobalt rings weigh little'),
    );
    expect(end).toMatchObject({ code: 0 });
    expect(end.said).toContain('is an administrator: sign in at');
    const made = await account();
    expect(made).toMatchObject({
      email: 'admin@house.example',
      user_type: 'admin',
      site_id: null,
      active: true,
    });
    expect(made?.roles).toEqual([STANDARD_ROLES.admin.name]);
    expect(made?.must_change).toBe(false);
    expect(await verifyPassword(made?.hash, 'cobalt rings weigh little')).toBe(true);
    const roles = await asked<{ name: string }>('select name from roles order by name');
    expect(roles.map(({ name }) => name)).toEqual(
      Object.values(STANDARD_ROLES)
        .map(({ name }) => name)
        .toSorted(),
    );
  });

  it('gives a lost password another one, and makes no second account or role', async () => {
    const end = await run('admin@house.example', '--password-file', passwordFile('pewter rings weigh more'));
    expect(end.said).toContain('has a new password; its sessions have ended');
    expect(await verifyPassword((await account())?.hash, 'pewter rings weigh more')).toBe(true);
    expect(await asked('select count(*)::int as n from users')).toEqual([{ n: 1 }]);
    expect(await asked('select count(*)::int as n from roles')).toEqual([
      { n: Object.keys(STANDARD_ROLES).length },
    ]);
  });
});
