import { join } from 'node:path';
import { Client } from 'pg';
import { connectionTo } from '@atelier/postgres/connection/connection-to.ts';
import { migrate } from '@atelier/application/platform/migrate.ts';
import { migrateQueues, QUEUE_SCHEMA } from '@atelier/workers/jobs/queue-schema.ts';
import { projectRoot } from '@atelier/host/files.ts';
import type { Choice } from './choose-backup.ts';
import type { RestoredServer } from './recover.ts';

export interface Restored {
  readonly epoch: string;
  readonly position: number;
}

/** The role that owns a database. */
export async function ownerOf(server: RestoredServer, database: string): Promise<string> {
  return onServer(server, database, async (client) => {
    const { rows } = await client.query<{ owner: string }>(
      'select pg_get_userbyid(datdba) as owner from pg_database where datname = current_database()',
    );
    return rows[0]?.owner ?? server.superuser;
  });
}

/** Brings the restored tables to what this release reads. */
export async function migrateRestored(
  server: RestoredServer,
  database: string,
  owner: string,
): Promise<void> {
  await migrate(server.url(owner, database), join(projectRoot, 'migrations'));
}

/**
 * What only a restore does, before the database is used: a new epoch (decisions/0205), which notes the moment for NAV and the
 * messages (decisions/0160), and empty queues, which the workers fill from the log.
 */
export async function beginAnew(
  server: RestoredServer,
  { manifest, at }: Choice,
  owner: string,
): Promise<Restored> {
  const ownerUrl = server.url(owner, manifest.database);
  return onServer(server, manifest.database, async (client) => {
    await client.query(`drop schema if exists ${QUEUE_SCHEMA} cascade`);
    await migrateQueues(ownerUrl);
    await client.query('select renew_epoch($1, $2)', [manifest.name, at ?? null]);
    const { rows } = await client.query<{ epoch: string; position: string }>(
      'select epoch, position::text from advance_horizon()',
    );
    const { epoch = '', position = '0' } = rows[0] ?? {};
    return { epoch, position: Number(position) };
  });
}

/** Work on one connection as the server's superuser. */
export async function onServer<T>(
  server: RestoredServer,
  database: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client(connectionTo(server.url(server.superuser, database)));
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
