import { QUEUE_ROLE, QUEUE_SCHEMA } from '@atelier/application/system/jobs/queue-schema.table.ts';
import { connectionTo } from '@atelier/postgres/connection/connection-to.ts';
import { runMigrations } from 'bullmq';
import { Client } from 'pg';

export { QUEUE_ROLE, QUEUE_SCHEMA };

const grants = `
  grant usage on schema ${QUEUE_SCHEMA} to ${QUEUE_ROLE};
  grant select, insert, update, delete on all tables in schema ${QUEUE_SCHEMA} to ${QUEUE_ROLE};
  grant usage, select, update on all sequences in schema ${QUEUE_SCHEMA} to ${QUEUE_ROLE};
  grant execute on all functions in schema ${QUEUE_SCHEMA} to ${QUEUE_ROLE}`;

/** Brings the queues' tables up to date and lets the workers' role use them. Runs as the owner, with the other migrations. */
export async function migrateQueues(ownerUrl: string): Promise<void> {
  const client = new Client(connectionTo(ownerUrl));
  client.on('error', () => undefined);
  await client.connect();
  try {
    await runMigrations(client, QUEUE_SCHEMA);
    await client.query(grants);
  } finally {
    await client.end();
  }
}
