import { createPostgresBlobStore } from '@atelier/application/blobs/postgres-blob-store.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { wholeDatabase } from '../lib/whole-database.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { TEST_KEY } from '@atelier/application/projections/testing.ts';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { settleHorizon } from '@atelier/event-store/testing/settle-horizon.ts';
import type { Stage } from '../stage.ts';

const policy = {
  ...DEFAULT_POLICY,
  messagesOn: true,
  messageWaitMs: 0,
  quietFromHour: 0,
  quietUntilHour: 0,
};

/** What a worker process works with: its statements wait for their turn when an actor sends them. */
async function workerServices(stage: Stage): Promise<CommandServices> {
  const pool = stage.poolOf('app');
  const clock = { now: stage.time.now };
  const store = await openStore({ pool, masterKey: TEST_KEY, registry: EVENT_REGISTRY, clock });
  return {
    store,
    db: wholeDatabase(pool, store.sealing),
    blobs: createPostgresBlobStore(pool, store.files),
    clock,
    policy: () => policy,
  };
}

/** Everything so far is at or below the horizon: what the workers find depends on the seed alone. */
export const settle = ({ installation }: Stage): Promise<unknown> =>
  settleHorizon(installation.api.world.pool, installation.api.world.store);

/** The services of each worker, made once. */
export function servicesByWorker(stage: Stage): (worker: string) => Promise<CommandServices> {
  const made = new Map<string, Promise<CommandServices>>();
  return (worker) => {
    const services = made.get(worker) ?? workerServices(stage);
    made.set(worker, services);
    return services;
  };
}
