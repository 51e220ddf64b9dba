import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digestsOf } from '@atelier/api/shared/attempt-digests.ts';
import { findUnusual } from '@atelier/application/audit/unusual.queries.ts';
import { createDatabase, inScope, type Database } from '@atelier/application/platform/database.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { changeUser } from '@atelier/application/identity/accounts.commands.ts';
import { readTies } from '@atelier/application/identity/account-acts.queries.ts';
import { userStream } from '@atelier/domain/identity/events.ts';
import { notTwoPersons } from '@atelier/domain/shared/two-persons.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { verifyPassword } from '@atelier/api/shared/passwords.ts';
import { STANDARD_ROLES } from '@atelier/domain/identity/standard-roles.ts';
import { createTestDatabase, type TestDatabase } from '@atelier/tests/harness/postgres.ts';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readSecrets } from '@atelier/host/secrets.ts';
import { runScript } from '@atelier/host/testing-script.ts';

// Each call is a separate program.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'atelier-admin-'));
writeFileSync(join(folder, 'master.key'), '5a'.repeat(32));
const secrets = await readSecrets(join(folder, 'master.key'));
const NOW = new Date().toISOString();
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const run = (...args: string[]) =>
  runScript('services/console/src/admin-create.ts', { database, folder }, args);
/** With a password that fits, and the provider of single sign-on in the environment where one is named. */
const create = (email: string, args: readonly string[] = [], issuer?: string) =>
  runScript(
    'services/console/src/admin-create.ts',
    { database, folder },
    [email, '--password-file', passwordFile('cobalt rings weigh little'), ...args],
    issuer === undefined ? {} : { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'atelier' },
  );

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

async function onStore<T>(work: (store: EventStore, db: Kysely<Database>) => Promise<T>): Promise<T> {
  const pool = createPool({ connectionString: database.appUrl, role: 'atelier_app', max: 2 });
  const store = await openStore({ pool, ...secrets, registry: EVENT_REGISTRY });
  try {
    return await work(store, createDatabase(pool, store.sealing));
  } finally {
    await store.close();
    await pool.end();
  }
}

const eventsOf = (userId: number) =>
  onStore(async (store) => (await store.readStream(userStream(userId))).events.map(({ type }) => type));

const account = async () =>
  (
    await asked<{
      id: number;
      email: string;
      user_type: string;
      site_id: number | null;
      roles: string[];
      active: boolean;
      hash: string;
      must_change: boolean;
    }>(
      'select u.id::int as id, u.email, u.user_type, u.site_id, u.roles, u.active, c.password_hash as hash, c.must_change from users u join user_credentials c on c.user_id = u.id order by u.id',
    )
  )[0];

describe('npm run admin:create', () => {
  it('refuses what it cannot use, and changes nothing', async () => {
    for (const [args, sentence] of [
      [[], 'npm run admin:create -- EMAIL'],
      [['nobody'], 'npm run admin:create -- EMAIL'],
      [['admin@house.example', 'A password in the process list'], 'npm run admin:create -- EMAIL'],
      [['admin@house.example', '--role', 'shop'], '--role admin|decider'],
      [['admin@house.example', '--reset-everything'], '--reset-second-factor'],
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

  it('lifts a lock, ends sessions, and leaves second factor and roles as they are', async () => {
    const { id = 0 } = (await account()) ?? {};
    const attempts = digestsOf(secrets, 'admin@house.example', '').account;
    await asked(
      `insert into login_attempts values ('${attempts}', '*', 50, now(), now() + interval '1 hour')`,
    );
    await asked(
      `insert into second_factors (user_id, secret, begun_at, confirmed_at) values (${id}, 'x', now(), now())`,
    );
    await asked(`insert into sessions (id, token_hash, user_id, kind, rights, created_at, last_seen_at, ends_at)
      values (gen_random_uuid(), 'x', ${id}, 'password', '', now(), now(), now() + interval '1 hour')`);
    const end = await create('admin@house.example');
    expect(end.said).toContain('its lock is lifted\nits second factor stays');
    expect(await asked('select 1 from login_attempts')).toEqual([]);
    expect(await asked('select 1 from sessions where revoked_at is null')).toEqual([]);
    expect(await asked('select 1 from second_factors')).toHaveLength(1);
    expect((await eventsOf(id)).slice(-3)).toEqual([
      'UserUnlocked',
      'UserPasswordChanged',
      'UserSessionsRevoked',
    ]);
  });

  it('resets a lost second factor where that is requested, as an event', async () => {
    const { id = 0 } = (await account()) ?? {};
    const end = await create('admin@house.example', ['--reset-second-factor']);
    expect(end.said).toContain('its second factor is reset');
    expect(await asked('select 1 from second_factors')).toEqual([]);
    expect(await eventsOf(id)).toContain('UserSecondFactorReset');
    expect((await create('admin@house.example', ['--reset-second-factor'])).said).not.toContain(
      'second factor',
    );
  });

  it('restores a lost role where that is requested, as an event', async () => {
    const { id = 0 } = (await account()) ?? {};
    const place = { type: 'ChangeUserPlace', userType: 'admin', siteId: null, roles: [] } as const;
    const metadata = { actor: { id: '7', kind: 'user' }, commandId: 'taken', occurredAt: NOW } as const;
    await onStore((store) => changeUser(store, id, place, { metadata }));
    expect((await create('admin@house.example')).said).toContain('does not hold the role');
    expect((await account())?.roles).toEqual([]);
    expect((await create('admin@house.example', ['--restore-role'])).said).toContain('its role is restored');
    expect((await account())?.roles).toEqual([STANDARD_ROLES.admin.name]);
    expect((await eventsOf(id)).filter((type) => type === 'UserPlaceChanged')).toHaveLength(2);
  });

  it('is named among what is unusual, but for the first administrator', async () => {
    await create('third@house.example');
    const found = await onStore((store, db) =>
      inScope(db, { kind: 'all' }, (trx) => findUnusual(trx, store, { page_size: 100 })),
    );
    const rules = found.entries.flatMap((entry) => entry.rules);
    expect(new Set(rules)).toEqual(
      new Set(['administrator_created', 'password_set_by_another', 'second_factor_reset']),
    );
    // The third account, and the place that was taken and given back above.
    expect(rules.filter((rule) => rule === 'administrator_created')).toHaveLength(3);
  });

  it('never unites asking and deciding on erasures in one account', async () => {
    const before = await eventsOf((await account())?.id ?? 0);
    const end = await create('admin@house.example', ['--role', 'decider', '--restore-role']);
    expect([end.code, end.said]).toEqual([
      1,
      expect.stringContaining('both ask for erasures and decide on them'),
    ]);
    expect(await eventsOf((await account())?.id ?? 0)).toEqual(before);
  });

  it('gives no password to an account that signs in at the provider only', async () => {
    const issuer = 'https://id.house.example';
    await create('sso@house.example');
    const [row] = await asked<{ id: number }>(
      "select id::int as id from users where email = 'sso@house.example'",
    );
    const id = row?.id ?? 0;
    await asked(`insert into user_identities values ('${issuer}', 'subject', ${id}, now())`);
    expect((await create('sso@house.example', [], issuer)).code).toBe(0);
    await asked(`delete from user_credentials where user_id = ${id}`);
    const refused = await create('sso@house.example', [], issuer);
    expect([refused.code, refused.said.trim().split('\n').length]).toEqual([1, 1]);
    expect(refused.said).toContain(`signs in at ${issuer} only`);
    expect(await asked(`select 1 from user_credentials where user_id = ${id}`)).toEqual([]);
    expect((await create('sso@house.example')).code).toBe(0);
  });
});

describe('the two administrators of a new server', () => {
  const verdict = async (): Promise<unknown> => {
    const [asker = 0, decider = 0] = await ids('ask@new.example', 'decide@new.example');
    const ties = await onStore((store) => readTies(store, [asker, decider], new Date()));
    return notTwoPersons(asker, decider, ties);
  };
  const ids = async (...emails: readonly string[]): Promise<readonly number[]> => {
    const rows = await asked<{ id: number; email: string }>('select id::int as id, email from users');
    return emails.map((email) => rows.find((row) => row.email === email)?.id ?? 0);
  };

  it('are two persons at once, until the operator gives both another password', async () => {
    const former = database;
    database = await createTestDatabase();
    try {
      await create('ask@new.example');
      const end = await create('decide@new.example', ['--role', 'decider', '--must-change']);
      expect(
        (
          await asked<{ must_change: boolean }>('select must_change from user_credentials order by user_id')
        ).map((row) => row.must_change),
      ).toEqual([false, true]);
      expect(end.said).toContain('is a deciding administrator: sign in at');
      expect(await asked("select roles from users where email = 'decide@new.example'")).toEqual([
        { roles: [STANDARD_ROLES.decider.name] },
      ]);
      expect(await verdict()).toBeNull();
      await create('ask@new.example');
      expect(await verdict()).toBeNull();
      await create('decide@new.example');
      expect(await verdict()).toBe('decider_not_independent');
    } finally {
      await database.drop();
      database = former;
    }
  });

  it('are no two persons where the operator opened another one and knows the password of the first', async () => {
    const former = database;
    database = await createTestDatabase();
    try {
      for (const email of ['ask@new.example', 'ask@new.example']) await create(email);
      for (const email of ['first@new.example', 'decide@new.example'])
        await create(email, ['--role', 'decider']);
      expect(await verdict()).toBe('decider_not_independent');
    } finally {
      await database.drop();
      database = former;
    }
  });
});
