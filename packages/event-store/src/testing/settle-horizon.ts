import type { Pool } from 'pg';
import type { EventStore } from '../types.ts';

/** Until every committed event lies below the horizon; no append may be running. */
export async function settleHorizon(pool: Pool, store: Pick<EventStore, 'advanceHorizon'>): Promise<number> {
  const { rows } = await pool.query<{ newest: number }>(
    'select coalesce(max(position), 0) as newest from events',
  );
  const newest = rows[0]?.newest ?? 0;
  for (;;) {
    const { position } = await store.advanceHorizon();
    if (position >= newest) return position;
  }
}
