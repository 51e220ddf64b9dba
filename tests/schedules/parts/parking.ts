import type { StoredEvent } from '@atelier/event-store/types.ts';
import { releaseStream } from '@atelier/event-store/projections/parked.ts';
import {
  type Projection,
  type ReadModels,
  readModelsOn,
} from '@atelier/application/projections/projection.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cast, type Part, wander } from '../cast.ts';

/** Virtual ms between two tries. */
const LOOK_MS = 100;

/** The projection with a fault in it: what happens to certain streams cannot be folded, until it is mended. */
export function withFault(projection: Projection, poisoned: ReadonlySet<string>): Projection {
  return {
    ...projection,
    begin: async (trx, events) => {
      const folding = await projection.begin(trx, events);
      return {
        save: folding.save,
        apply: (event: StoredEvent) => {
          if (poisoned.has(event.streamId)) throw new RangeError('this release cannot fold that');
          folding.apply(event);
        },
      };
    },
  };
}

/** The program is fixed, and what was set aside is released. */
export const release: Part = {
  actor: 'releases',
  run: async (cast) => {
    await wander(cast.stage, 30);
    const streams = [...cast.poisoned];
    cast.poisoned.clear();
    await releaseAll(cast, streams);
  },
};

/** Releases these streams again and again, until everybody's work is folded and nothing is set aside. */
export async function releaseAll(cast: Cast, streams: readonly string[]): Promise<void> {
  const { stage } = cast;
  const { sealing } = stage.scheduler.pick(cast.workers).store;
  const readModels = readModelsOn(stage.poolOf('projector'), sealing);
  for (;;) {
    for (const stream of streams) await releaseOne(cast, readModels, stream);
    if (cast.isWorkDone() && (await parkedCount(cast, streams)) === 0 && (await hasFolded(cast))) return;
    await sleep(LOOK_MS);
  }
}

async function releaseOne(
  { stage, workers, projections }: Cast,
  readModels: ReadModels,
  stream: string,
): Promise<void> {
  const { store } = stage.scheduler.pick(workers);
  for (const projection of projections) {
    try {
      await releaseStream(readModels, projection, stream, (id) => store.readStream(id));
    } catch (error) {
      stage.noteTrouble(error);
    }
  }
}

async function parkedCount({ stage }: Cast, streams: readonly string[]): Promise<number> {
  const text = 'select count(*)::int as n from parked_events where stream_id = any($1)';
  return (await stage.look<{ n: number }>(text, [streams]))[0]?.n ?? 0;
}

/** Whether every projection has read what was acknowledged. */
export async function hasFolded({ stage, target, projections }: Cast): Promise<boolean> {
  const text = 'select min(position) as position from projection_checkpoints where name = any($1)';
  const names = projections.map(({ name }) => name);
  if (names.length === 0) return true;
  return ((await stage.look<{ position: number }>(text, [names]))[0]?.position ?? 0) >= target();
}
