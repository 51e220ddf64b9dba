import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { createAppendQueue } from './append/append-queue.ts';
import type { AppendQueueOptions } from './append/append-queue.ts';
import { UnknownEventTypes } from './errors.ts';
import { createEventCodec } from './registry/event-codec.ts';
import { findCommand } from './append/find-command.ts';
import { createHorizonAdvancer } from './horizon/horizon-advancer.ts';
import type { MasterKey } from './keys/master-key.ts';
import { createPartitionMaker } from './partitions/partition-maker.ts';
import type { PartitionState } from './partitions/partition-maker.ts';
import { readHorizon, readLog } from './read/read-log.ts';
import { readLoggedStreams, readStreams } from './read/read-streams.ts';
import { createSubjectKeys } from './keys/subject-keys.ts';
import { tailLog } from './read/tail.ts';
import type { Timers } from './timers.ts';
import type { Clock, DomainEvent, EventRegistry, EventStore, Ids, ReadLogRequest } from './types.ts';
import { verifyChain } from './chain/verify-chain.ts';

export interface OpenStoreOptions {
  /** Sessions of role `atelier_app` or `atelier_projector`. One connection listens while somebody tails. */
  readonly pool: Pool;
  readonly masterKey: MasterKey;
  readonly registry: EventRegistry;
  readonly clock?: Clock;
  readonly ids?: Ids;
  /** How appends are grouped; the defaults suit production. */
  readonly grouping?: Pick<AppendQueueOptions, 'lanes' | 'spareLanes' | 'batch'>;
  /** The pauses between moves of the horizon and tries to make partitions; real time by default. */
  readonly timers?: Timers;
  /** Called with failures outside any call: a lost listening connection, a horizon that did not move. */
  readonly onError?: (error: unknown) => void;
  /** Called after each try to make partitions, also when it failed: `logPartitions` writes it into a log. */
  readonly onPartitions?: (state: PartitionState) => void;
}

/**
 * The event store over a migrated database. Throws `UnknownEventTypes` when the log holds events that this
 * release cannot read, `WrongMasterKey` when its personal keys were made with another one.
 */
export async function openStore(options: OpenStoreOptions): Promise<EventStore> {
  const { pool, registry } = options;
  const keys = createSubjectKeys(pool, options.masterKey, options.clock ?? { now: () => new Date() });
  const codec = createEventCodec(registry, keys, options.ids ?? { uuid: randomUUID });
  const ignore = (): void => undefined;
  const timers = options.timers && { timers: options.timers };
  const partitions = createPartitionMaker(pool, { onState: options.onPartitions ?? ignore, ...timers });
  const advancer = createHorizonAdvancer(pool, options.onError ?? ignore, {
    onPartitionsDue: partitions.due,
    ...timers,
  });
  const enqueue = createAppendQueue(pool, { ...options.grouping, onCommit: advancer.advanceSoon });
  await advancer.advance();
  await refuseUnknownTypes(pool, registry);
  await keys.check();

  const streams = <E extends DomainEvent>(streamIds: readonly string[]) =>
    readStreams<E>(pool, codec, streamIds);
  const log = (request: ReadLogRequest) => readLog(pool, codec, request);

  return {
    append: async (request) => enqueue(await codec.encode(request), request.behind),
    findCommand: (command) => findCommand(pool, command),
    readStreams: streams,
    readStream: async <E extends DomainEvent>(streamId: string) =>
      (await streams<E>([streamId])).get(streamId) ?? { streamId, version: 0, events: [] },
    readLoggedStreams: (streamIds) => readLoggedStreams(pool, codec, streamIds),
    readLog: log,
    readHorizon: () => readHorizon(pool),
    advanceHorizon: advancer.advance,
    tail: (request) => tailLog(log, advancer, request),
    verifyChain: (streamId) => verifyChain(pool, streamId),
    nextIds: (count) => nextIds(pool, count),
    erase: keys.erase,
    close: async () => {
      await Promise.all([partitions.close(), advancer.close()]);
    },
  };
}

async function nextIds(pool: Pool, count: number): Promise<readonly number[]> {
  const { rows } = await pool.query<{ id: number }>({
    name: 'next_ids',
    text: `select nextval('entity_id_seq') as id from generate_series(1, $1)`,
    values: [count],
  });
  return rows.map((row) => row.id);
}

async function refuseUnknownTypes(pool: Pool, registry: EventRegistry): Promise<void> {
  const { rows } = await pool.query<{ type: string; schema_version: number }>(
    'select type, schema_version from event_types order by type, schema_version',
  );
  const unknown = rows.filter((row) => row.schema_version > (newest(registry, row.type) ?? 0));
  if (unknown.length > 0)
    throw new UnknownEventTypes(unknown.map((row) => `${row.type} v${row.schema_version}`));
}

function newest(registry: EventRegistry, type: string): number | undefined {
  const definition = registry.types[type];
  return definition && (definition.schemaVersion ?? 1);
}
