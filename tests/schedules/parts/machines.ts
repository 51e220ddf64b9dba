import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore } from '@atelier/event-store/types.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { TEST_KEY } from '@atelier/application/projections/testing.ts';
import type { Faults } from '../lib/scheduled-pool.ts';
import type { Scheduler } from '../lib/scheduler.ts';
import { type Cast, type Part, wander } from '../cast.ts';
import { startApiNode, startWorkerNode } from '../nodes.ts';

/** Virtual ms between two looks at whether the end is reached. */
const LOOK_MS = 100;

/** Kills an API node and starts another in its place. */
export const apiKill: Part = {
  actor: 'kills-api',
  run: async (cast) => {
    const { stage } = cast;
    await wander(stage, 30);
    const node = stage.scheduler.pick(cast.apis);
    cast.apis = cast.apis.filter((each) => each !== node);
    await stage.kill(node.name);
    node.die();
    for (const screen of cast.screens) screen.lose(node.name);
    await wander(stage);
    cast.apis = [...cast.apis, await again(cast, () => startApiNode(stage, `${node.name}b`, cast.isWatched))];
  },
};

/** Kills the worker that leads, or the one that waits; another is started. */
export const workerKill: Part = {
  actor: 'kills-worker',
  run: async (cast) => {
    const { stage } = cast;
    await wander(stage, 40);
    const node = stage.scheduler.pick(cast.workers);
    cast.workers = cast.workers.filter((each) => each !== node);
    await stage.kill(node.name);
    await wander(stage);
    cast.workers = [...cast.workers, await again(cast, () => startWorkerNode(stage, `${node.name}b`, cast))];
  },
};

/** A process that does not reach its database at its start ends, and is its supervisor's to start again. */
async function again<T>({ stage }: Cast, start: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await start();
    } catch (error) {
      stage.noteTrouble(error);
    }
  }
}

/** Now and then a connection breaks: before its statement was carried out, or after. */
export function breakConnections(scheduler: Scheduler): Faults {
  return { refuse: () => scheduler.chance(0.01), lose: () => scheduler.chance(0.015) };
}

/** Follows the log from where the schedule began, and notes what it is given. */
export const follower: Part = {
  actor: 'follower',
  run: async (cast) => {
    const { stage } = cast;
    const pool = stage.poolOf('projector');
    const store = await again(cast, () => openStore({ pool, masterKey: TEST_KEY, registry: cast.registry }));
    const positions: number[] = [];
    cast.followed.set('follower', positions);
    const abort = new AbortController();
    const reading = followUntil(abort.signal, cast, store, positions);
    while (!cast.isWorkDone() || (positions.at(-1) ?? cast.began) < cast.target()) await sleep(LOOK_MS);
    abort.abort();
    await reading;
  },
};

/** Goes on from where it was after every failure, as each reader of the log does. */
async function followUntil(
  signal: AbortSignal,
  { stage, began }: Cast,
  store: EventStore,
  positions: number[],
): Promise<void> {
  while (!signal.aborted) {
    try {
      await store.tail({
        after: { epoch: store.epoch(), position: positions.at(-1) ?? began },
        limit: stage.batchSize,
        signal,
        onBatch: ({ events }) => void positions.push(...events.map(({ position }) => position)),
      });
    } catch (error) {
      stage.noteTrouble(error);
    }
  }
}
