import type { Pool, PoolClient } from 'pg';

export { inDiscarded, inTransaction } from '../transaction.ts';

/** Something that runs SQL with $1 parameters: a pool, a client, or what an application wraps around one. */
export interface Queryable {
  readonly query: <Row extends object>(
    text: string,
    values?: unknown[],
  ) => Promise<{ readonly rows: readonly Row[] }>;
}

/** Where projections write their rows. */
export interface ProjectionDatabase<Transaction> {
  /** Sessions of role `atelier_projector`. */
  readonly pool: Pool;
  /** How projections see a connection on which a transaction is open: a query builder over it, or the client itself. */
  readonly open: (client: PoolClient) => Transaction;
}
