import type { Policy } from '@atelier/domain/policy.ts';
import type { Kysely } from 'kysely';
import { dashboardStats } from '../dashboard/stats.queries.ts';
import { inScope, queryable, type Database } from '../platform/database.ts';
import { waitForProjections } from '@atelier/event-store/projections/wait.ts';
import type { LiveCounterSource } from './live-sources.queries.ts';

const WAIT_MS = 2_000;
const PROJECTION = 'dashboard';

/** Counters for the live hub: the very figures of `GET /dashboard/stats`. */
export function createLiveCounters(db: Kysely<Database>, policy: () => Policy): LiveCounterSource {
  return {
    waitFor: (position) => waitForProjections(queryable(db), [PROJECTION], position, WAIT_MS),
    read: async (scope, now) => {
      const stats = await inScope(db, scope, (trx) => dashboardStats(trx, { scope, now, policy: policy() }));
      return { ...stats };
    },
  };
}
