import { startClearingRun } from '@atelier/application/clearing/clearing.commands.ts';
import { findClearingRun } from '@atelier/application/clearing/clearing.queries.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { handClock, must, servicesOf } from '@atelier/application/commands/testing-commands.ts';
import { openWorld, TEST_NOW, type World } from '@atelier/application/projections/testing.ts';
import { settleHorizon } from '@atelier/event-store/testing/settle-horizon.ts';
import { randomStories, writeStories } from '@atelier/application/projections/testing-histories.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clearingSlice } from '../clearing/clearing.job.ts';
import { clearingReaction, clearingWork } from '../clearing/clearing.reaction.ts';
import { systemCaller } from '../system-caller.ts';
import { readReactionCheckpoint } from './reaction-checkpoints.ts';
import { runReaction, type Work } from './reaction.ts';
import { startJobs } from './start-jobs.ts';

/** A worker was down for an hour. Meanwhile shops and benches went on, and people asked for work. */

const RUNS = 12;
const FILTER = {
  rmaIds: [],
  startDate: null,
  endDate: '2020-01-01',
  limit: 100,
  validPurchaseDateOnly: false,
};
const caughtUpWithinMs = 10_000;

let world: World;
let services: CommandServices;
/** Runs in the order they were asked for. */
const asked: number[] = [];

beforeAll(async () => {
  world = await openWorld();
  services = servicesOf(world, handClock(TEST_NOW));
});
afterAll(() => world.close());

async function askForRun(): Promise<void> {
  const caller = systemCaller(services.clock, 'test');
  asked.push(Number(must(await startClearingRun(services, caller, FILTER, false)).answer?.['run_id']));
}

/** An hour of the house: thousands of events that ask for nothing, and now and then one that does. */
async function anHour(seed: number): Promise<void> {
  for (let part = 0; part < RUNS; part += 1) {
    const firstId = 100_000 + seed * 100_000 + part * 1_000;
    await writeStories(world.store, randomStories({ seed: seed + part, deposits: 35, firstId }));
    await askForRun();
  }
  await settleHorizon(world.pool, world.store);
}

const checkpoint = async (): Promise<number> =>
  (await readReactionCheckpoint(services.db, clearingReaction.name)).position;

async function newestRun(): Promise<number> {
  const { events } = await world.store.readStream(`clearing-run-${asked.at(-1)}`);
  return events[0]?.position ?? 0;
}

interface Worker {
  readonly added: Work[];
  readonly stop: () => Promise<void>;
}

/** The reaction alone, as a worker runs it; `refuses` fails so many times first, as a queue that is away. */
function startWorker({ refuses = 0 } = {}): Worker {
  const abort = new AbortController();
  const added: Work[] = [];
  let refusals = refuses;
  const add = (work: Work): Promise<void> => {
    if (refusals > 0) {
      refusals -= 1;
      return Promise.reject(new Error('the queue is away'));
    }
    added.push(work);
    return Promise.resolve();
  };
  const running = runReaction(clearingReaction, {
    services,
    add,
    onError: () => undefined,
    signal: abort.signal,
  });
  return {
    added,
    stop: async () => {
      abort.abort();
      await running;
    },
  };
}

async function untilCaughtUp(): Promise<void> {
  const wanted = await newestRun();
  const deadline = Date.now() + caughtUpWithinMs;
  while ((await checkpoint()) < wanted) {
    if (Date.now() > deadline) throw new Error('the reaction did not catch up');
    await sleep(20);
  }
}

const keysOf = (works: readonly Work[]) => works.map((work) => work.key);
const wantedKeys = (runs: readonly number[]) => runs.map((runId) => clearingWork(runId).key);

describe('a reaction whose worker was down for an hour', () => {
  it('reads on from where it stood, and asks for every job once, in the order of the log', async () => {
    await askForRun();
    const before = startWorker();
    await untilCaughtUp();
    await before.stop();
    expect(keysOf(before.added)).toEqual(wantedKeys(asked));
    const stood = await checkpoint();

    await anHour(1);
    expect(await checkpoint()).toBe(stood);
    expect((await newestRun()) - stood).toBeGreaterThan(2_000);
    const after = startWorker();
    await untilCaughtUp();
    await after.stop();
    expect(keysOf(after.added)).toEqual(wantedKeys(asked.slice(1)));
  });

  it('loses nothing when the queue is away as it comes back, and goes on when two do the same work', async () => {
    const stood = asked.length;
    await anHour(2);
    const both = [startWorker({ refuses: 2 }), startWorker({ refuses: 1 })];
    await untilCaughtUp();
    await Promise.all(both.map((worker) => worker.stop()));
    const keys = new Set(both.flatMap((worker) => keysOf(worker.added)));
    expect([...keys].toSorted()).toEqual(wantedKeys(asked.slice(stood)).toSorted());
  });

  it('never goes back: what is behind the checkpoint asks for nothing again', async () => {
    const worker = startWorker();
    await askForRun();
    await untilCaughtUp();
    await worker.stop();
    expect(keysOf(worker.added)).toEqual(wantedKeys(asked.slice(-1)));
  });

  it('brings every run that was asked for meanwhile to its end, each once', async () => {
    await anHour(3);
    const jobs = await startJobs({
      services,
      queues: { databaseUrl: world.database.appUrl, redisUrl: undefined, onError: () => undefined },
      slices: [clearingSlice(undefined)],
      reconcileMs: 1_000,
      onError: () => undefined,
    });
    const deadline = Date.now() + 2 * caughtUpWithinMs;
    for (const runId of asked) {
      while ((await findClearingRun(world.db, runId))?.state !== 'done') {
        if (Date.now() > deadline) throw new Error(`run ${runId} did not end`);
        await sleep(50);
      }
    }
    await jobs.stop();
    for (const runId of asked) {
      const { events } = await world.store.readStream(`clearing-run-${runId}`);
      expect(events.map(({ type }) => type)).toEqual(['ClearingRunStarted', 'ClearingRunFinished']);
    }
  });
});
