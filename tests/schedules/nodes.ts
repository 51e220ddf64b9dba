import { wholeDatabase } from './lib/whole-database.ts';
import { LiveHub } from '@atelier/api/live/hub.ts';
import { LiveSocket } from '@atelier/api/live/socket.ts';
import { liveSources } from '@atelier/api/live-sources.ts';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import type { Database } from '@atelier/application/platform/database.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import type { EventRegistry } from '@atelier/event-store/event-types.ts';
import {
  type Projection,
  type ReadModels,
  readModelsOn,
} from '@atelier/application/projections/projection.ts';
import { startProjections } from '@atelier/event-store/projections/run.ts';
import { TEST_KEY } from '@atelier/application/projections/testing.ts';
import type { Kysely } from 'kysely';
import { pino } from 'pino';
import type { Wire } from './lib/wire.ts';
import type { Stage } from './stage.ts';

const log = pino({ level: process.env['SCHEDULE_LOG'] ?? 'silent' });

/** An API node: a store, a live hub, and the connections of the screens that found it. */
export interface ApiNode {
  readonly name: string;
  readonly store: EventStore;
  readonly db: Kysely<Database>;
  readonly hub: LiveHub;
  readonly accept: (wire: Wire) => void;
  /** Resolves when the node is killed: a caller waiting for its response receives none. */
  readonly died: Promise<void>;
  readonly die: () => void;
}

/** A worker node: a store, and projections that run when it leads. */
export interface WorkerNode {
  readonly name: string;
  readonly store: EventStore;
  readonly readModels: ReadModels;
}

/** Starts an API node as an actor with its name; resolves when its hub, where screens will ask for it, has caught up. */
export function startApiNode(stage: Stage, name: string, isWatched: boolean): Promise<ApiNode> {
  return stage.runAs(name, async () => {
    const { installation } = stage;
    const clock = { now: stage.time.now };
    const pool = stage.poolOf('app');
    const store = await openStore({ pool, masterKey: TEST_KEY, registry: EVENT_REGISTRY, clock });
    const db = wholeDatabase(pool, store.sealing);
    const hub = new LiveHub({
      ...liveSources({ db, pool, store }, () => DEFAULT_POLICY),
      store,
      clock,
      log,
      metrics: installation.metrics,
      onRightsChanged: () => undefined,
      warmPositions: stage.warmPositions,
    });
    if (isWatched) await hub.start();
    const deps = { db, clock, log, metrics: installation.metrics };
    const accept = (wire: Wire): void =>
      stage.runAs(name, () => {
        new LiveSocket(wire.socket, wire.raw, deps, hub).start();
      });
    const death = Promise.withResolvers<void>();
    return { name, store, db, hub, accept, died: death.promise, die: death.resolve };
  });
}

/** Starts a worker node: its projections wait for the lead, as in production. */
export function startWorkerNode(
  stage: Stage,
  name: string,
  {
    projections,
    registry,
  }: { readonly projections: readonly Projection[]; readonly registry: EventRegistry },
): Promise<WorkerNode> {
  return stage.runAs(name, async () => {
    const pool = stage.poolOf('projector');
    const clock = { now: stage.time.now };
    const store = await openStore({ pool, masterKey: TEST_KEY, registry, clock });
    const readModels = readModelsOn(pool, store.sealing);
    const { batchSize, noteTrouble: onError } = stage;
    startProjections({ store, database: readModels, projections, batchSize, onError });
    return { name, store, readModels };
  });
}
