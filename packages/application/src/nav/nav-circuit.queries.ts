import type { NavCircuit } from '@atelier/contracts/nav/schema.ts';
import type { AppDb } from '../platform/database.ts';

/** A worker that has reported nothing for so long is gone. */
export const REPORT_LASTS_MS = 120_000;

/** The state of the workers' connection to NAV: open when any of them had to stop, `absent` without a recent report. */
export async function findNavCircuit(db: AppDb, now: Date): Promise<NavCircuit> {
  const rows = await db
    .selectFrom('nav_circuits')
    .selectAll()
    .where('updated_at', '>', new Date(now.getTime() - REPORT_LASTS_MS))
    .execute();
  const worst =
    rows.find(({ state }) => state === 'open') ?? rows.find(({ state }) => state === 'half-open') ?? rows[0];
  if (worst === undefined) return { state: 'absent', since: null, retry_at: null };
  const { state, since, retry_at: retryAt } = worst;
  return { state, since: since.toISOString(), retry_at: retryAt?.toISOString() ?? null };
}
