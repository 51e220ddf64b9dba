import { connectionFault } from '@atelier/postgres/connection/connection-fault.ts';
import { poolerFault } from '@atelier/postgres/connection/pooler.ts';
import { Fault } from '@atelier/postgres/fault.ts';
import type { Pool } from 'pg';
import { untilConnected } from './until-connected.ts';

const UNDEFINED_TABLE = '42P01';

/**
 * Connects for the first time, before anything else is started.
 *
 * @throws Fault when the database cannot be used or is not migrated; the pool is closed then
 */
export async function reachDatabase(pool: Pool, databaseUrl: string): Promise<void> {
  try {
    const fault = await untilConnected(() => poolerFault(pool));
    if (fault !== undefined) throw new Fault(fault);
    await pool.query('select 1 from log_horizon');
  } catch (error) {
    await pool.end();
    if (error instanceof Fault) throw error;
    const isMissing = error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE;
    throw isMissing
      ? new Fault('The database of DATABASE_URL is not migrated: run "npm run migrate" first.')
      : connectionFault('DATABASE_URL', databaseUrl, error);
  }
}
