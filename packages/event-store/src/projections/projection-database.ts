import type { Pool, PoolClient } from 'pg';

/** Where projections write their rows. */
export interface ProjectionDatabase<Transaction> {
  /** Sessions of role `atelier_projector`. */
  readonly pool: Pool;
  /** How projections see a connection on which a transaction is open: a query builder over it, or the client itself. */
  readonly open: (client: PoolClient) => Transaction;
}
