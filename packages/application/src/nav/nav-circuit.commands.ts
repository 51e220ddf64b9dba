import type { AppDb } from '../platform/database.ts';
import { REPORT_LASTS_MS } from './nav-circuit.queries.ts';

export interface NavCircuitReport {
  readonly node: string;
  readonly state: 'closed' | 'open' | 'half-open';
  readonly since: Date;
  readonly retryAt: Date | null;
}

/** Notes the state of this worker's connection to NAV, and deletes what workers that are gone had noted. */
export async function reportNavCircuit(db: AppDb, report: NavCircuitReport, now: Date): Promise<void> {
  const { node, state, since, retryAt: retry_at } = report;
  const values = { state, since, retry_at, updated_at: now };
  await db
    .insertInto('nav_circuits')
    .values({ node, ...values })
    .onConflict((conflict) => conflict.column('node').doUpdateSet(values))
    .execute();
  await db
    .deleteFrom('nav_circuits')
    .where('updated_at', '<', new Date(now.getTime() - REPORT_LASTS_MS))
    .execute();
}
