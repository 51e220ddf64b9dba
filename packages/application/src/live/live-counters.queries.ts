import type { Policy } from '@atelier/domain/policy.ts';
import type { Pool } from 'pg';
import { dashboardStats } from '../dashboard/stats.queries.ts';
import { waitForProjections } from '@atelier/event-store/projections/wait.ts';
import type { LiveCounterSource } from './live-sources.queries.ts';

const WAIT_MS = 2_000;
const PROJECTION = 'dashboard';

/** Counters for the live hub: the very figures of `GET /dashboard/stats`. */
export function createLiveCounters(pool: Pool, policy: () => Policy): LiveCounterSource {
  return {
    waitFor: (position) => waitForProjections(pool, [PROJECTION], position, WAIT_MS),
    read: async (scope, now) => {
      const stats = await dashboardStats(pool, { scope, now, policy: policy() });
      return { ...stats };
    },
  };
}
