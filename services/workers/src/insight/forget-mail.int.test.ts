import { randomUUID } from 'node:crypto';
import { handClock, servicesOf, type HandClock } from '@atelier/application/commands/testing-commands.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { changeOwnMail } from '@atelier/application/insight/weekly/own-mail.commands.ts';
import { readOwnMail } from '@atelier/application/insight/weekly/own-mail.queries.ts';
import { openWorld, type World } from '@atelier/application/projections/testing.ts';
import { askOwnMail, confirmedAddress, confirmOwnMail } from '@atelier/domain/insight/weekly/own-mail.ts';
import { testMetadata } from '@atelier/event-store/testing/test-store.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '../jobs/start-jobs.ts';
import { systemCaller } from '../system-caller.ts';
import { insightSlice } from './insight.job.ts';

let world: World;
let clock: HandClock;
let services: CommandServices;
beforeAll(async () => {
  world = await openWorld();
  clock = handClock(new Date('2026-11-23T09:00:00.000Z'));
  services = servicesOf(world, clock);
});
afterAll(() => world.close());

async function withAddress(userId: number): Promise<void> {
  const caller = () => systemCaller(clock, 'test');
  const asked = {
    userId,
    address: `person${userId}@house.test`,
    language: 'en',
    nonce: randomUUID(),
  } as const;
  await changeOwnMail(services, caller(), userId, (mail, now) => askOwnMail(mail, asked, now));
  await changeOwnMail(services, caller(), userId, confirmOwnMail);
}

const addressOf = async (userId: number) => confirmedAddress(await readOwnMail(world.store, userId));

test('an account that is switched off loses its address, and no other does', async () => {
  await withAddress(7);
  await withAddress(8);
  const running = await startJobs({
    services,
    queues: { databaseUrl: world.database.appUrl, redisUrl: undefined, onError: () => undefined },
    slices: [insightSlice(async () => undefined)],
    reconcileMs: 60_000,
    onRulesChanged: () => () => undefined,
    onError: () => undefined,
  });
  const off = { type: 'UserDeactivated', data: { at: clock.now().toISOString() } };
  await world.store.append({
    streams: [{ streamId: 'user-7', expectedVersion: 0, events: [off] }],
    metadata: testMetadata,
  });
  await expect.poll(() => addressOf(7), { timeout: 60_000, interval: 100 }).toBeNull();
  await running.stop();
  expect(await addressOf(8)).toBe('person8@house.test');
});
