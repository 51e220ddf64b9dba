import type { Projection as ProjectionOver } from '@atelier/event-store/projections/projection.ts';
import type { ProjectionDatabase } from '@atelier/event-store/projections/projection-database.ts';
import type { Sealing } from '@atelier/key-vault/row-sealing.ts';
import { pluginsOf, type Database } from '../platform/database.ts';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import type { Pool, PoolClient } from 'pg';

/** A projection that writes its rows through Kysely. */
export type Projection = ProjectionOver<Transaction<Database>>;

/** Sessions of role `atelier_projector`, with Kysely over each transaction: where our projections write. */
export type ReadModels = ProjectionDatabase<Transaction<Database>>;

/** The read models behind a pool, written with the store's `sealing`. The pool stays the caller's to end. */
export const readModelsOn = (pool: Pool, sealing: Sealing): ReadModels => ({
  pool,
  open: (client) => transactionOn(client, sealing),
});

/** Kysely over a connection whose transaction another part began and will end. */
function transactionOn(client: PoolClient, sealing: Sealing): Transaction<Database> {
  const query = client.query.bind(client);
  const only = { query, release: () => undefined };
  const pool = { connect: () => Promise.resolve(only), end: () => Promise.resolve(), options: {} };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- between BEGIN and COMMIT it is one
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    plugins: pluginsOf(sealing),
  }) as Transaction<Database>;
}
