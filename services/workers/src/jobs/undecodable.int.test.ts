import { startClearingRun } from '@atelier/application/clearing/clearing.commands.ts';
import { handClock, must, servicesOf } from '@atelier/application/commands/testing-commands.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { UndecodableHistory } from '@atelier/event-store/errors.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { createRegistry } from '@atelier/event-store/registry/registry.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { projectionHealth } from '@atelier/application/projections/health.ts';
import { openWorld, TEST_KEY, TEST_NOW, type World } from '@atelier/application/projections/testing.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clearingReaction, clearingWork } from '../clearing/clearing.reaction.ts';
import { systemCaller } from '../system-caller.ts';
import { runReaction } from './reaction.ts';

let world: World;
let services: CommandServices;
/** A release with a mistake: its upcaster throws for one run. */
let mistaken: EventStore;
let badRun = 0;

beforeAll(async () => {
  world = await openWorld();
  services = servicesOf(world, handClock(TEST_NOW));
  const upcast = {
    1: (data: object) => {
      if ('runId' in data && data.runId === badRun) throw new TypeError('not this run');
      return { ...data };
    },
  };
  const types = { ...EVENT_REGISTRY.types, ClearingRunStarted: { schemaVersion: 2, upcast } };
  const registry = createRegistry(types, EVENT_REGISTRY.personal);
  mistaken = await openStore({ pool: world.pool, masterKey: TEST_KEY, registry });
});
afterAll(async () => {
  await mistaken.close();
  await world.close();
});

async function askForRun(): Promise<number> {
  const caller = systemCaller(services.clock, 'test');
  const filter = {
    rmaIds: [],
    startDate: null,
    endDate: '2020-01-01',
    limit: 100,
    validPurchaseDateOnly: false,
  };
  return Number(must(await startClearingRun(services, caller, filter, false)).answer?.['run_id']);
}

/** The reaction alone, as a worker runs it. */
function startWorker(store: EventStore) {
  const abort = new AbortController();
  const added: string[] = [];
  const errors: unknown[] = [];
  const running = runReaction(clearingReaction, {
    services: { ...services, store },
    add: async ({ key }) => void added.push(key),
    onError: (error) => void errors.push(error),
    signal: abort.signal,
  });
  const stop = async (): Promise<void> => {
    abort.abort();
    await running;
  };
  return { added, errors, stop };
}

const keyOf = (runId: number): string => clearingWork(runId).key;
const parkedInHealth = async () =>
  (await projectionHealth(services.db, services.store)).find(({ name }) => name === 'policy:clearing')
    ?.parked;

it('a reaction goes on past an event it cannot decode, and a release that can asks for its work', async () => {
  badRun = await askForRun();
  const goodRun = await askForRun();
  const before = startWorker(mistaken);
  await expect.poll(() => before.added).toEqual([keyOf(goodRun)]);
  await expect.poll(parkedInHealth).toBe(1);
  await before.stop();
  expect(before.errors.length).toBeGreaterThan(0);
  expect(before.errors.every((error) => error instanceof UndecodableHistory)).toBe(true);
  expect(String(before.errors[0])).toMatch(
    /clearing-run-\d+ at position \d+ cannot be decoded: not this run/,
  );

  const again = startWorker(mistaken);
  const laterRun = await askForRun();
  await expect.poll(() => again.added).toEqual([keyOf(laterRun)]);
  expect(await parkedInHealth()).toBe(1);
  await again.stop();

  const mended = startWorker(services.store);
  await expect.poll(() => mended.added).toEqual([keyOf(badRun)]);
  await expect.poll(parkedInHealth).toBeUndefined();
  await mended.stop();
});
