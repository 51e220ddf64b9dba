import { createDatabase, type AppDb } from '@atelier/application/platform/database.ts';
import type { Sealing } from '@atelier/key-vault/row-sealing.ts';
import type { Pool } from 'pg';

/** Kysely over all of a scheduled pool: an actor that is ended gives no connection back. */
export const wholeDatabase = (pool: Pool, sealing?: Sealing): AppDb =>
  createDatabase(pool, sealing, Infinity);
