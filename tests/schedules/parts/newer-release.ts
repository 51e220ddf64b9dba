import { setTimeout as sleep } from 'node:timers/promises';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { inlineRowOf } from '@atelier/application/aggregates.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import type { EventRegistry } from '@atelier/event-store/event-types.ts';
import type { AppendResult } from '@atelier/event-store/types.ts';
import { TEST_KEY } from '@atelier/application/projections/testing.ts';
import { META } from '@atelier/application/projections/testing-histories.ts';
import { type Cast, type Part, wander } from '../cast.ts';
import type { Installation } from '../installation.ts';
import { startWorkerNode } from '../nodes.ts';
import { statusMove } from '../pieces.ts';
import { releaseAll } from './parking.ts';

/** Virtual ms between two looks at whether the newer node has written. */
const LOOK_MS = 100;
const status = EVENT_REGISTRY.types['ItemStatusChanged'];

/** The registry of the release after this one: a type with a newer version, and a new type. */
export const NEXT_REGISTRY: EventRegistry = {
  ...EVENT_REGISTRY,
  types: {
    ...EVENT_REGISTRY.types,
    ItemStatusChanged: { ...status, schemaVersion: 2, upcast: { 1: (data) => data } },
    ItemPolishedByRobot: {},
  },
};

/** A node of the next release writes what this one cannot read, about a separate piece. */
export const newerRelease: Part = {
  actor: 'newer-release',
  isWork: true,
  run: async (cast) => {
    const { stage, newPiece } = cast;
    const pool = stage.poolOf('app');
    const clock = { now: stage.time.now };
    const store = await openStore({ pool, masterKey: TEST_KEY, registry: NEXT_REGISTRY, clock });
    await wander(stage, 20);
    const streamId = `item-${newPiece.id}`;
    const { version, events: past } = await store.readStream(streamId);
    const key = `newer-${newPiece.id}`;
    const moves = [statusMove(1, 4), statusMove(4, 5)] as const;
    const events = [moves[0], { type: 'ItemPolishedByRobot', data: {} }, moves[1]];
    const row = inlineRowOf(streamId, [...past, ...moves]);
    const append = () =>
      store.append({
        streams: [{ streamId, expectedVersion: version, events, ...(row && { row }) }],
        metadata: { ...META, commandId: key },
        idempotency: { person: 'schedules', key, fingerprint: key },
      });
    let result: AppendResult | undefined;
    // An append that was not answered in time is sent again under its key.
    while (result === undefined)
      result = await append().catch((error: unknown) => {
        stage.noteTrouble(error);
        return undefined;
      });
    cast.acknowledged.push({ key, streams: [streamId, streamId, streamId], result });
  },
};

/** Later the workers are replaced one by one, and what was set aside is released. */
export const upgrade: Part = {
  actor: 'upgrades',
  run: async (cast) => {
    while (!cast.acknowledged.some(({ key }) => key.startsWith('newer-'))) await sleep(LOOK_MS);
    await wander(cast.stage, 60);
    cast.registry = NEXT_REGISTRY;
    for (const { name } of cast.workers) await replaceWorker(cast, name);
    await releaseAll(cast, [`item-${cast.newPiece.id}`]);
  },
};

async function replaceWorker(cast: Cast, name: string): Promise<void> {
  await cast.stage.kill(name);
  const fresh = await startWorkerNode(cast.stage, `${name}n`, cast);
  cast.workers = [...cast.workers.filter((each) => each.name !== name), fresh];
}

/** Takes the unreadable events out again, so that the next schedule's nodes start. */
export async function forgetNewerRelease({ admin }: Installation, streamId: string): Promise<void> {
  await admin.query('delete from events where stream_id = $1', [streamId]);
  await admin.query('delete from streams where stream_id = $1', [streamId]);
  await admin.query(`delete from event_types where schema_version > 1 and type = 'ItemStatusChanged'
    or type = 'ItemPolishedByRobot'`);
}
