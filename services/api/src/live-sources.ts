import type { Policy } from '@atelier/domain/policy.ts';
import { findClearingRun } from '@atelier/application/clearing/clearing.queries.ts';
import type { Database } from '@atelier/application/platform/database.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { createLiveCounters } from '@atelier/application/live/live-counters.queries.ts';
import type { LiveOther } from '@atelier/application/live/live-sources.queries.ts';
import { createLiveRows } from '@atelier/application/live/live-rows.queries.ts';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { exportPoll } from './exports/export-poll.ts';
import { runView } from './clearing/run-view.ts';
import { navPoll } from './nav/nav-poll.ts';
import { privacyPoll } from './privacy/privacy-poll.ts';
import { productImportPoll } from './reference/product-import-poll.ts';
import type { LiveSources } from './live/service.ts';

interface LiveReads {
  readonly db: Kysely<Database>;
  readonly pool: Pool;
  readonly store: Pick<EventStore, 'readLoggedStreams' | 'sealing'>;
}

/** Where the hub reads: the views of the list calls, and the figures of the dashboards. */
export function liveSources({ db, pool, store }: LiveReads, policy: () => Policy): LiveSources {
  return {
    rows: createLiveRows({ db, pool, store, policy, clearingRuns: (ids) => findLiveRuns(db, ids) }),
    counters: createLiveCounters(pool, policy),
    polls: [exportPoll(db), navPoll(db), productImportPoll(db), privacyPoll(db)],
  };
}

/** Clearing is the headquarters' business: no site sees it. */
async function findLiveRuns(db: Kysely<Database>, ids: readonly number[]): Promise<readonly LiveOther[]> {
  const found: LiveOther[] = [];
  for (const id of ids) {
    const run = await findClearingRun(db, id);
    if (run === undefined) continue;
    const row = { kind: 'clearing-run', ...(await runView(db, run)) } as const;
    found.push({ row, seenBy: [], hiddenFrom: [] });
  }
  return found;
}
