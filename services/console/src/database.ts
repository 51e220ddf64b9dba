import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { placeOf } from '@atelier/postgres/connection/address.ts';
import { connectionFault } from '@atelier/postgres/connection/connection-fault.ts';
import { connectionTo } from '@atelier/postgres/connection/connection-to.ts';
import { poolerFault } from '@atelier/postgres/connection/pooler.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { migrate } from '@atelier/application/platform/migrate.ts';
import type { Config } from '@atelier/api/config.ts';
import { migrateQueues } from '@atelier/workers/jobs/queue-schema.ts';
import { describeError, Fault } from '@atelier/host/fault.ts';
import { projectRoot } from '@atelier/host/files.ts';
import { startCluster, type Cluster } from '@atelier/host/postgres/cluster.ts';
import { ensureDatabase, ensureLogin, ensureOwner, knownLogin } from '@atelier/host/postgres/database.ts';
import { grantsNeeded, isDenied } from '@atelier/host/postgres/owner-rights.ts';
import { clusterHome } from '@atelier/host/postgres/home.ts';

/** A migrated database. */
export interface OpenDatabase {
  /** Connection string of the tables' owner: for migrations and for rebuilding, never for a service. */
  readonly ownerUrl: string;
  /** Connection string of the services. */
  readonly serviceUrl: string;
  /** The embedded server, when it is one. */
  readonly cluster: Cluster | undefined;
}

const databaseName = 'atelier';

/** Whether this data folder already holds a database. */
export function hasEmbeddedDatabase(dataFolder: string): boolean {
  return existsSync(join(clusterHome(dataFolder), 'data', 'PG_VERSION'));
}

/** Starts the embedded server, always with the same data; `port` asks for the one it had before. */
export function startEmbedded(dataFolder: string, port?: number): Promise<Cluster> {
  return startCluster({
    home: clusterHome(dataFolder),
    durable: true,
    // What backups have not taken over yet may fill so much of the disk, and no more.
    settings: { max_slot_wal_keep_size: '4GB' },
    ...(port === undefined ? {} : { port }),
  });
}

/**
 * The database of the configuration: DATABASE_URL, or the embedded server in the data folder. At DATABASE_URL the services' login
 * gets its password here only `forServices`, from SERVICE_PASSWORD or derived from the owner's: services that run use what they
 * were given, and a command beside them must not change it.
 *
 * @throws Fault when it cannot be reached or migrated
 */
export async function openDatabase(
  config: Config,
  dataFolder: string,
  { forServices = false } = {},
): Promise<OpenDatabase> {
  if (config.databaseUrl !== undefined) return openForeign(config.databaseUrl, forServices);
  const cluster = await startEmbedded(dataFolder);
  try {
    const ownerUrl = await ensureOwner(cluster, databaseName);
    await ensureDatabase(cluster, databaseName);
    return { ...(await migrated(ownerUrl)), cluster };
  } catch (error) {
    // The server's log names the cause; a client only sees a lost connection.
    const trouble = cluster.trouble();
    await cluster.stop();
    throw trouble ?? error;
  }
}

async function openForeign(ownerUrl: string, forServices: boolean): Promise<OpenDatabase> {
  await reach(ownerUrl);
  await refusePooler(ownerUrl);
  const chosen = process.env['SERVICE_PASSWORD'];
  const password = chosen === '' ? undefined : chosen;
  return {
    ...(await migrated(ownerUrl, forServices ? ensureLogin : knownLogin, password)),
    cluster: undefined,
  };
}

/** Names the server without its password, which the address carries. */
async function reach(ownerUrl: string): Promise<void> {
  const client = new Client({ ...connectionTo(ownerUrl), connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await refuseOldServer(client);
  } catch (error) {
    throw error instanceof Fault ? error : connectionFault('DATABASE_URL', ownerUrl, error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Migrations lock by session, too. */
async function refusePooler(ownerUrl: string): Promise<void> {
  const pool = createPool({ connectionString: ownerUrl, role: 'owner', max: 2 });
  try {
    const fault = await poolerFault(pool);
    if (fault !== undefined) throw new Fault(fault);
  } finally {
    await pool.end();
  }
}

async function refuseOldServer(client: Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int / 10000 as version`,
  );
  const version = rows[0]?.version ?? 0;
  if (version >= 15) return;
  throw new Fault(
    `DATABASE_URL leads to PostgreSQL ${version}: Atelier needs 15 or newer, upgrade it or name another server.`,
  );
}

async function migrated(
  ownerUrl: string,
  loginOf = ensureLogin,
  servicePassword?: string,
): Promise<{ ownerUrl: string; serviceUrl: string }> {
  try {
    await migrate(ownerUrl, join(projectRoot, 'migrations'), { onCarriedOver: reportCarriedOver });
    await migrateQueues(ownerUrl);
  } catch (error) {
    throw await migrationFault(ownerUrl, error);
  }
  try {
    return { ownerUrl, serviceUrl: await loginOf(ownerUrl, servicePassword) };
  } catch (error) {
    throw error instanceof Fault ? error : connectionFault('DATABASE_URL', ownerUrl, error);
  }
}

/** Names a missing right of the owner's login with the SQL that gives it: migrations create roles and tables. */
async function migrationFault(ownerUrl: string, error: unknown): Promise<Fault> {
  if (error instanceof Fault) return error;
  const place = placeOf(ownerUrl);
  const grants = isDenied(error) ? await grantsNeeded(ownerUrl) : undefined;
  const sentence =
    grants === undefined
      ? `The database ${place} could not be migrated (${describeError(error)}): nothing of that step was kept, start again once its cause is gone.`
      : `The login of DATABASE_URL lacks rights on ${place}: as a superuser there run ${grants} then start again.`;
  return new Fault(sentence, { cause: error });
}

const reportCarriedOver = (replaced: number): void =>
  console.error(`migrations carried over: the baseline takes the place of ${replaced}, kept as history`);
