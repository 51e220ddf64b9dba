import { sql } from 'kysely';

/**
 * Whether the log is still in an epoch. In the statement that saves a cursor: one of an earlier epoch must not overwrite a cursor that a
 * failover took back.
 */
export const inEpoch = (epoch: string) =>
  sql<boolean>`exists (select from log_horizon where epoch = ${epoch})`;
