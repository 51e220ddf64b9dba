import {
  deposit,
  handClock,
  must,
  newDeposit,
  paris,
  servicesOf,
} from '@atelier/application/commands/testing-commands.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { noteRetry } from '@atelier/application/system/jobs/retry.commands.ts';
import { listParkedStreams, listRetries } from '@atelier/application/system/jobs/jobs.queries.ts';
import { openWorld, TEST_NOW, type World } from '@atelier/application/projections/testing.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startJobs, type RunningJobs } from '../../jobs/start-jobs.ts';
import { maintenanceSlice } from './release.job.ts';

let world: World;
let services: CommandServices;
let jobs: RunningJobs;

beforeAll(async () => {
  world = await openWorld();
  services = servicesOf(world, handClock(TEST_NOW));
  jobs = await startJobs({
    services,
    queues: { databaseUrl: world.database.appUrl, redisUrl: undefined, onError: () => undefined },
    slices: [maintenanceSlice(world.database.projectorUrl)],
    reconcileMs: 60_000,
    onError: () => undefined,
  });
});
afterAll(async () => {
  await jobs.stop();
  await world.close();
});

it('folds released events that a projection had set aside, and records who and why', async () => {
  const { itemId } = await deposit(services, await newDeposit(world));
  await world.settle();
  const { events } = await services.store.readStream(`item-${itemId}`);
  await world.projectorPool.query(
    `insert into parked_events (projection, position, stream_id, type, error) values ('item_images', $1, $2, $3, $4)`,
    [events[0]?.position, `item-${itemId}`, events[0]?.type, 'poison "Camille"'],
  );
  const [parked] = await listParkedStreams(world.db, 10);
  expect(parked).toMatchObject({ stream_id: `item-${itemId}`, events: 1, type: 'ItemDeposited' });
  const parkedStream = {
    projection: parked?.projection ?? '',
    streamId: `item-${itemId}`,
    reason: 'mended in 1.2',
  };
  must(await noteRetry(services, paris(), async () => parkedStream));
  await vi.waitFor(async () => expect(await listParkedStreams(world.db, 10)).toEqual([]), {
    timeout: 10_000,
  });
  expect(await listRetries(world.db, 10)).toMatchObject([
    { reason: 'mended in 1.2', target: `item_images item-${itemId}` },
  ]);
});
