import { findPgBouncer, startPgBouncer, type PgBouncerOptions } from '@atelier/tests/harness/pgbouncer.ts';
import { createTestDatabase, type TestDatabase } from '@atelier/tests/harness/postgres.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPool } from '@atelier/event-store/pool.ts';
import { poolerFault } from './pooler.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function faultAt(connectionString: string, max = 3): Promise<string | undefined> {
  const pool = createPool({ connectionString, role: 'atelier_app', max });
  try {
    return await poolerFault(pool);
  } finally {
    await pool.end();
  }
}

test('PostgreSQL itself is no pooler, which one connection shows', async () => {
  expect(await faultAt(database.appUrl, 1)).toBeUndefined();
});

const program = findPgBouncer();
if (program === undefined) console.warn('pgbouncer is not installed: its tests are left out');

const CASES: readonly (readonly [string, PgBouncerOptions, RegExp])[] = [
  ['as it is installed', { mode: 'transaction', ignoresOptions: false }, /refuses the settings of a session/],
  [
    'in transaction mode',
    { mode: 'transaction', ignoresOptions: true },
    /in transaction mode, where role, LISTEN/,
  ],
  ['in session mode', { mode: 'session', ignoresOptions: true }, /drops the settings of a session/],
];

describe.skipIf(program === undefined)('PgBouncer', () => {
  test.each(CASES)('%s is named with what to do', async (_name, options, words) => {
    const bouncer = await startPgBouncer(program ?? '', database.appUrl, options);
    try {
      const fault = await faultAt(bouncer.url);
      expect(fault).toMatch(words);
      expect(fault).toContain('set DATABASE_URL to PostgreSQL itself');
    } finally {
      await bouncer.stop();
    }
  });
});
