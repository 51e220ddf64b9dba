// A worker process with nothing but the sending to NAV, to be killed at any moment. Its parent says when to begin.
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import { createPostgresBlobStore } from '@atelier/application/blobs/postgres-blob-store.ts';
import { createDatabase } from '@atelier/application/platform/database.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { TEST_KEY } from '@atelier/application/projections/testing.ts';
import { startServerClock } from '@atelier/application/platform/server-clock.ts';
import { startJobs } from '@atelier/workers/jobs/start-jobs.ts';
import { navSlice } from '@atelier/workers/nav/nav.job.ts';
import { quickSettings } from '@atelier/workers/nav/testing-nav-settings.ts';

const env = (name: string): string => process.env[name] ?? '';
const databaseUrl = env('DATABASE_URL');
const ignore = (): void => undefined;

process.once('message', () => void begin());
process.once('disconnect', () => process.exit());
process.send?.('here');

async function begin(): Promise<void> {
  const pool = createPool({ connectionString: databaseUrl, role: 'atelier_app', max: 6, onError: ignore });
  const clock = await startServerClock(pool, ignore);
  const store = await openStore({
    pool,
    masterKey: TEST_KEY,
    registry: EVENT_REGISTRY,
    clock,
    onError: ignore,
  });
  const settings = quickSettings({
    url: env('NAV_URL'),
    company: env('NAV_COMPANY'),
    token: env('NAV_TOKEN'),
  });
  await startJobs({
    services: {
      store,
      db: createDatabase(pool, store.sealing),
      blobs: createPostgresBlobStore(pool, store.files),
      clock,
      policy: () => DEFAULT_POLICY,
    },
    queues: { databaseUrl, redisUrl: process.env['REDIS_URL'], onError: ignore },
    // A longer window than the other tests': two cores and a loaded machine must not decide this one.
    slices: [navSlice({ ...settings, windowMs: 2_500, dispatchMs: 500 })],
    reconcileMs: 150,
    onError: (error) => process.stderr.write(`${String(error)}\n`),
  });
}
