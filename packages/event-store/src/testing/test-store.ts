import { createTestDatabase, type TestDatabase } from '@atelier/tests/harness/postgres.ts';
import type { Pool } from 'pg';
import { createPool } from '../pool.ts';
import { openStore, type OpenStoreOptions } from '../open-store.ts';
import { testMasterKey, testRegistry } from './test-registry.ts';
import type { EventMetadata, EventStore, NewEvent, StreamAppend } from '../types.ts';

export interface TestStore {
  readonly store: EventStore;
  /** Sessions of the app's role, as the API has them. */
  readonly pool: Pool;
  readonly database: TestDatabase;
  /** Another node on the same database. */
  readonly openAnother: (options?: Partial<OpenStoreOptions>) => Promise<EventStore>;
  readonly close: () => Promise<void>;
}

/** A store over a separate database. */
export async function createTestStore(options: Partial<OpenStoreOptions> = {}): Promise<TestStore> {
  const database = await createTestDatabase();
  const pools: Pool[] = [];
  const stores: EventStore[] = [];
  async function openAnother(more: Partial<OpenStoreOptions> = {}): Promise<EventStore> {
    const pool = more.pool ?? createPool({ connectionString: database.appUrl, role: 'atelier_app', max: 8 });
    if (more.pool === undefined) pools.push(pool);
    const store = await openStore({
      masterKey: testMasterKey,
      registry: testRegistry,
      ...options,
      ...more,
      pool,
    });
    stores.push(store);
    return store;
  }
  async function close(): Promise<void> {
    await Promise.all(stores.map((store) => store.close()));
    await Promise.all(pools.map((pool) => pool.end()));
    await database.drop();
  }
  const store = await openAnother();
  const [pool] = pools;
  if (pool === undefined) throw new Error('no pool');
  return { store, pool, database, openAnother, close };
}

export const testMetadata: EventMetadata = {
  actor: { id: 1, kind: 'user', name: 'Station 1' },
  site: 3,
  commandId: 'test',
  occurredAt: '2026-11-20T10:00:00.000Z',
};

/** An append to one stream, short to write. */
export function to(streamId: string, expectedVersion: number, ...events: readonly NewEvent[]): StreamAppend {
  return { streamId, expectedVersion, events };
}

export function made(name: string): NewEvent {
  return { type: 'ThingMade', data: { name } };
}

export function moved(place: number): NewEvent {
  return { type: 'ThingMoved', data: { place } };
}
