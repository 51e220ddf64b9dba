import { createPool } from '@atelier/event-store/pool.ts';
import type { Pool } from 'pg';
import { startFaultDatabase, type FaultDatabase } from './database.ts';
import { startApi, startWorkers, type ApiProcess, type Node, type NodeOptions } from './nodes.ts';
import { prepareWorld, type FaultWorld } from './world.ts';

/** A small installation of real processes on loopback, with a superuser's view of its log. */
export interface Site extends FaultWorld {
  readonly database: FaultDatabase;
  /** Superuser's connections: they see below row-level security. */
  readonly pool: Pool;
  readonly apis: readonly ApiProcess[];
  readonly workers: readonly Node[];
}

export interface SiteOptions {
  readonly apis?: number;
  readonly workers?: number;
  readonly node?: NodeOptions;
  /** A special server; an ordinary one by default. */
  readonly database?: FaultDatabase;
  /** Work on the database before any process looks at it. */
  readonly before?: (world: FaultWorld, database: FaultDatabase) => Promise<void>;
}

/** PostgreSQL with reference data and people, then so many API and worker processes on it. */
export async function openSite(options: SiteOptions = {}): Promise<Site> {
  const database = options.database ?? (await startFaultDatabase());
  const world = await prepareWorld(database);
  await options.before?.(world, database);
  const pool = createPool({ connectionString: database.adminUrl, role: 'owner', max: 2 });
  const apis = await times(options.apis ?? 1, () => startApi(database, options.node));
  const workers = await times(options.workers ?? 1, () => startWorkers(database, options.node));
  return {
    ...world,
    database,
    pool,
    apis,
    workers,
    close: async () => {
      await Promise.all([...apis, ...workers].map((node) => node.end('SIGTERM')));
      await world.close();
      await pool.end();
      await database.remove();
    },
  };
}

async function times<T>(count: number, make: () => Promise<T>): Promise<readonly T[]> {
  return Promise.all(Array.from({ length: count }, make));
}

/** The one of a list that must be there. */
export function first<T>(list: readonly T[]): T {
  const [one] = list;
  if (one === undefined) throw new Error('there is none');
  return one;
}

export interface Row {
  readonly version: number;
  readonly status: number;
}

/** Every item as its row says it stands. */
export async function rowsOf({ pool }: Pick<Site, 'pool'>): Promise<ReadonlyMap<number, Row>> {
  const { rows } = await pool.query<Row & { id: number }>('select id, version, status from item_row');
  return new Map(rows.map(({ id, version, status }) => [id, { version, status }]));
}
