import { startCuttingProxy, type CuttingProxy } from '@atelier/tests/harness/cutting-proxy.ts';
import type { PoolClient } from 'pg';
import { openStore } from '../open-store.ts';
import { createPool } from '../pool.ts';
import type { Projection } from '../projections/projection.ts';
import { startProjections } from '../projections/run.ts';
import { testMasterKey, testRegistry } from './test-registry.ts';
import type { TestStore } from './test-store.ts';

/** Projections that note each event they are given, doubles too: what a fold must see once is counted. */
export const NOTING = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => noting(name));

export function noting(name: string, onBegin: () => void = () => undefined): Projection<PoolClient> {
  return {
    name,
    types: ['ThingMade', 'ThingMoved'],
    tables: [],
    begin: async (client) => {
      onBegin();
      const noted: number[] = [];
      return {
        apply: ({ position }) => void noted.push(position),
        save: async () => {
          await client.query('insert into noted select $1, unnest($2::bigint[])', [name, noted]);
        },
      };
    },
  };
}

export interface TestRunner {
  readonly name: string;
  /** The wire between it and its database. */
  readonly proxy: CuttingProxy;
  readonly errors: readonly unknown[];
  readonly stop: () => Promise<void>;
}

/** A process's part in running projections: a separate pool, store and runner behind a separate wire. */
export async function startRunner(
  { database }: TestStore,
  name: string,
  projections: readonly Projection<PoolClient>[] = NOTING,
): Promise<TestRunner> {
  const url = new URL(database.projectorUrl);
  const proxy = await startCuttingProxy(Number(url.port));
  url.port = String(proxy.port);
  const role = 'atelier_projector';
  const pool = createPool({ connectionString: url.toString(), role, max: 12 });
  const store = await openStore({ pool, masterKey: testMasterKey, registry: testRegistry });
  const errors: unknown[] = [];
  const running = startProjections({
    store,
    database: { pool, open: (client) => client },
    projections,
    name,
    batchSize: 20,
    onError: (error) => void errors.push(error),
  });
  return {
    name,
    proxy,
    errors,
    stop: async () => {
      proxy.heal();
      await running.stop();
      await store.close();
      await pool.end();
      await proxy.close();
    },
  };
}
