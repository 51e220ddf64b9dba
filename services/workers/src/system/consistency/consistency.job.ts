import type { EventMetadata } from '@atelier/event-store/types.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { beginRecords } from '@atelier/application/read-models/consistency/begin-records.commands.ts';
import { COMPARED_BY_RECORD } from '@atelier/application/read-models/consistency/compare-recorded.ts';
import {
  ROUND,
  runRound,
  type RoundOptions,
  type RoundReport,
} from '@atelier/application/read-models/consistency/round.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { job, type JobSlice } from '../../jobs/job-slice.ts';
import { systemCaller } from '../../system-caller.ts';
import { z } from 'zod';

const NAME = 'consistency';
const EVERY_MINUTE = '* * * * *';
const REST_MS = 10 * 60_000;
/** Nodes of the release before have ended by then: they change reference data and credentials without a record. */
const UPGRADED_WITHIN_S = 600;

export interface ConsistencySettings {
  readonly databaseUrl: string;
  /** Streams the sweep goes on by each minute; 0 = no checks. */
  readonly streams: number;
  readonly log: Readonly<Record<'error' | 'warn' | 'debug', (fields: object, words: string) => void>>;
}

/**
 * Compares a sample of streams with the read models every minute, every ten while nothing happens (docs/decisions/0097). The queue gives each round to one
 * worker, and a lock in the database sees to it that there is never a second one at the same time.
 */
export function consistencySlice({ databaseUrl, streams, log }: ConsistencySettings): JobSlice {
  return {
    queue: NAME,
    reactions: [],
    jobs: [
      job(NAME, z.object({ scheduled: z.boolean().default(false) }), (services, { scheduled }) =>
        checkOnce(services, databaseUrl, { ...ROUND, streams, restMs: scheduled ? REST_MS : 0 }, log),
      ),
    ],
    reconcile: (_services, queue) =>
      streams === 0
        ? queue.unschedule(`${NAME}-schedule`)
        : queue.schedule(`${NAME}-schedule`, EVERY_MINUTE, NAME, { scheduled: true }),
  };
}

/** One round on separate connections: only the projections' role may read and write every row. */
async function checkOnce(
  { db, store, clock }: CommandServices,
  databaseUrl: string,
  options: RoundOptions,
  log: ConsistencySettings['log'],
): Promise<void> {
  await beginRecords(db, clock.now(), process.uptime() > UPGRADED_WITHIN_S);
  const pool = createPool({
    connectionString: databaseUrl,
    role: 'atelier_projector',
    max: 2,
    applicationName: 'atelier consistency',
  });
  const metadata = (): EventMetadata => systemCaller(clock, NAME).metadata;
  try {
    const tools = { pool, store, clock, metadata, random: Math.random };
    const result = await runRound(tools, reportTo(log), options);
    log.debug(
      result ?? {},
      result === undefined ? 'consistency check not due, or left to another worker' : 'consistency checked',
    );
  } finally {
    await pool.end();
  }
}

/** Names and ids only: what stood in a row may be a person's. */
const reportTo = (log: ConsistencySettings['log']): RoundReport => ({
  onFound: (place) => {
    if (place.kind === 'log')
      return log.error(place, 'consistency difference found in the log itself: it needs a person');
    if (COMPARED_BY_RECORD.has(place.table))
      return log.error(place, 'consistency difference found, changed without a record: it needs a person');
    return log.error(place, 'consistency difference found, row will be rewritten from the log');
  },
  onRepaired: (place) => log.warn(place, 'consistency difference repaired'),
  onPostponed: (error, table) =>
    log.warn({ err: error, table }, 'consistency repair postponed, next try in a minute'),
});
