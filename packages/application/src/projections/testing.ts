import { settleHorizon } from '@atelier/event-store/testing/settle-horizon.ts';
import { createPreparedDatabase, type TestDatabase } from '@atelier/tests/harness/postgres.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { Kysely, Transaction } from 'kysely';
import type { Pool } from 'pg';
import { loadReference } from '../../../../demo/reference/load.ts';
import { createDatabase, inScope, type Database } from '../platform/database.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { EVENT_REGISTRY } from '../event-registry.ts';
import { openVaultFor } from '@atelier/key-vault/open-vault.ts';
import type { VaultPlace } from '@atelier/key-vault/vault-place.ts';
import { masterKeyOf } from '@atelier/key-vault/master-key.ts';
import { openStore, type OpenStoreOptions, type Speedup } from '@atelier/event-store/open-store.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { PROJECTIONS } from '../read-models/all.ts';
import { catchUp } from '@atelier/event-store/projections/catch-up.ts';
import { type Projection, type ReadModels, readModelsOn } from './projection.ts';

export const TEST_KEY = masterKeyOf(Buffer.alloc(32, 7));
export const TEST_NOW = new Date('2026-11-20T10:00:00.000Z');

/** A database with the demo's reference data, an event store on it, and both roles' connections. */
export interface World {
  readonly database: TestDatabase;
  readonly store: EventStore;
  readonly pool: Pool;
  /** As the API sees it: nothing outside `inScope`. */
  readonly db: Kysely<Database>;
  readonly projectorPool: Pool;
  /** As projections see it: every row. */
  readonly projector: Kysely<Database>;
  /** Where projections write. */
  readonly readModels: ReadModels;
  /** Folds all projections up to the horizon. */
  readonly settle: (projections?: readonly Projection[]) => Promise<void>;
  readonly asked: <T>(scope: DataScope, work: (trx: Transaction<Database>) => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
}

export async function openWorld({ without }: Pick<OpenStoreOptions, 'without'> = {}): Promise<World> {
  return worldOn(await createPreparedDatabase('reference', writeReference), undefined, without);
}

/** Without the hour in which nodes of a release without a vault may run beside. */
async function useVaultAtOnce({ adminUrl }: TestDatabase, pool: Pool, place: VaultPlace): Promise<void> {
  const { vault } = await openVaultFor(pool, place, TEST_KEY);
  await vault.close();
  const owner = createPool({ connectionString: adminUrl, role: 'owner', max: 1 });
  await owner.query('update key_vault set wraps_from = now()');
  await owner.end();
}

/** Fills a test database with the demo's reference data. */
export async function writeReference({ connectionString }: TestDatabase): Promise<void> {
  const owner = createPool({ connectionString, role: 'owner', max: 1 });
  await loadReference(createDatabase(owner), TEST_NOW, 7);
  await owner.end();
}

/**
 * Both roles' connections and an event store on a database that has its reference data. With a vault, it is used from the start on,
 * also where keys were made without it.
 */
export async function worldOn(
  database: TestDatabase,
  vault?: VaultPlace,
  without: readonly Speedup[] = [],
): Promise<World> {
  // Tests write much at once, where the machine is busy with others too.
  const patient = { unattended: true, max: 8 };
  const pool = createPool({ ...patient, connectionString: database.appUrl, role: 'atelier_app' });
  const projectorPool = createPool({
    ...patient,
    connectionString: database.projectorUrl,
    role: 'atelier_projector',
  });
  if (vault !== undefined) await useVaultAtOnce(database, pool, vault);
  const store = await openStore({
    pool,
    masterKey: TEST_KEY,
    registry: EVENT_REGISTRY,
    ...(vault && { vault }),
    without,
  });
  const { sealing } = store;
  const readModels = readModelsOn(projectorPool, sealing);
  // One connection each: who asks Kysely within one of its transactions waits in vain, here and not on a busy day.
  const [db, projector] = [createDatabase(pool, sealing, 1), createDatabase(projectorPool, sealing, 1)];
  return {
    database,
    store,
    pool,
    db,
    projectorPool,
    projector,
    readModels,
    settle: async (projections = PROJECTIONS) => {
      await settleHorizon(pool, store);
      for (const projection of projections) await catchUp(readModels, store, projection);
    },
    asked: (scope, work) => inScope(db, scope, work),
    close: async () => {
      await store.close();
      await Promise.all([pool.end(), projectorPool.end()]);
      await database.drop();
    },
  };
}
