// A worker process with nothing but messages to customers, to be killed at any moment. Its parent says when to begin.
import { createPostgresBlobStore } from '@atelier/application/blobs/postgres-blob-store.ts';
import { createDatabase } from '@atelier/application/platform/database.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { TEST_KEY } from '@atelier/application/projections/testing.ts';
import { makeFeeLinkUnlessOpen } from '@atelier/application/repair/fee-link.commands.ts';
import { startServerClock } from '@atelier/application/platform/server-clock.ts';
import { openPolicySource } from '@atelier/application/system/policy-source.queries.ts';
import { startJobs } from '@atelier/workers/jobs/start-jobs.ts';
import { messagesSlice } from '@atelier/workers/messages/messages.job.ts';

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
  const slice = messagesSlice(
    {
      publicUrl: 'https://atelier.test',
      masterKeyFile: env('MASTER_KEY_FILE'),
      mailUrl: env('MAIL_URL'),
      gateway: undefined,
      attemptMs: 3_000,
    },
    makeFeeLinkUnlessOpen,
  );
  const concurrency = Number(env('CONCURRENCY'));
  const rules = await openPolicySource({ store, clock, onError: ignore });
  await startJobs({
    services: {
      store,
      db: createDatabase(pool, store.sealing),
      blobs: createPostgresBlobStore(pool, store.files),
      clock,
      policy: rules.policy,
    },
    queues: { databaseUrl, redisUrl: process.env['REDIS_URL'], onError: ignore },
    slices: [{ ...slice, ...(concurrency > 0 && { concurrency }) }],
    reconcileMs: 150,
    onError: (error) => process.stderr.write(`${String(error)}\n`),
  });
}
