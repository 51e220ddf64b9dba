import { handClock, servicesOf } from '@atelier/application/commands/testing-commands.ts';
import { openWorld, TEST_NOW, type World } from '@atelier/application/projections/testing.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { job, type JobSlice } from './job-slice.ts';
import { startJobs } from './start-jobs.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

it('workers stop after what still asks a queue has its answer', async () => {
  const [begun, go] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  let [asked, answered] = [0, 0];
  const slice: JobSlice = {
    queue: 'stopping',
    jobs: [job('nothing', z.object({}), () => Promise.resolve())],
    reactions: [],
    reconcile: async (_services, queue) => {
      asked += 1;
      // The first belongs to the start, which waits for it.
      if (asked > 1) {
        begun.resolve(undefined);
        await go.promise;
      }
      await queue.add('nothing', {}, `ask-${asked}`);
      answered += 1;
    },
  };
  const jobs = await startJobs({
    services: servicesOf(world, handClock(TEST_NOW)),
    queues: { databaseUrl: world.database.appUrl, redisUrl: undefined, onError: () => undefined },
    slices: [slice],
    reconcileMs: 50,
    onError: () => undefined,
  });
  await begun.promise;
  const stopped = jobs.stop();
  go.resolve(undefined);
  await stopped;
  expect(answered).toBe(asked);
});
