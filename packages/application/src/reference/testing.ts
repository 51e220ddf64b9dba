import { createTestDatabase } from '@atelier/tests/harness/postgres.ts';
import type { Pool } from 'pg';
import { generateReference, type ReferenceSet } from '../../../../demo/reference/generate.ts';
import { loadReference } from '../../../../demo/reference/load.ts';
import { createDatabase, type AppDb } from '../platform/database.ts';
import { EVENT_REGISTRY } from '../event-registry.ts';
import { masterKeyOf } from '@atelier/key-vault/master-key.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { createPool } from '@atelier/event-store/pool.ts';

/** A database of a test's own with the demo's reference set in it. */
export interface ReferenceFixture {
  readonly reference: ReferenceSet;
  /** Sessions of the app's role. */
  readonly pool: Pool;
  readonly db: AppDb;
  /** One session of the tables' owner. */
  readonly owner: Pool;
  readonly close: () => Promise<void>;
}

export const FIXTURE_NOW = new Date('2026-11-20T10:00:00Z');
export const FIXTURE_SEED = 7;
/** The set the fixture loads, for picking test cases before the database is up. */
export const FIXTURE_REFERENCE = generateReference(FIXTURE_NOW, FIXTURE_SEED);

/** Clones a database and loads the set; takes about half a second. Close it in `afterAll`. */
export const openReferenceFixture = async (): Promise<ReferenceFixture> => {
  const database = await createTestDatabase();
  const owner = createPool({ connectionString: database.connectionString, role: 'owner', max: 1 });
  const pool = createPool({ connectionString: database.connectionString, role: 'atelier_app' });
  const masterKey = masterKeyOf(Buffer.alloc(32, 7));
  const store = await openStore({ pool, masterKey, registry: EVENT_REGISTRY });
  await loadReference(createDatabase(owner), FIXTURE_NOW, FIXTURE_SEED);
  const close = async () => {
    await store.close();
    await pool.end();
    await owner.end();
    await database.drop();
  };
  return {
    reference: FIXTURE_REFERENCE,
    pool,
    db: createDatabase(pool, store.sealing),
    owner,
    close,
  };
};

/** The first of a list; a test that finds none says so instead of passing over nothing. */
export const first = <T>(list: readonly T[]): T => {
  const [found] = list;
  if (found === undefined) throw new Error('the demo has none of these');
  return found;
};
