import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { type AppendQueueOptions, batched } from './append/append-queue.ts';
import { EpochChanged, SubjectErased, UnknownEventTypes } from './errors.ts';
import { createEventCodec } from './registry/event-codec.ts';
import { epochsOf } from './horizon/epochs.ts';
import { createHorizonAdvancer } from './horizon/horizon-advancer.ts';
import { tailLog } from './horizon/tail-log.ts';
import { openFileKeys } from '@atelier/key-vault/file-keys.ts';
import { openVaultFor, openVaultToRead } from '@atelier/key-vault/open-vault.ts';
import type { CarriedOver } from '@atelier/key-vault/carried-vault.ts';
import type { VaultPlace } from '@atelier/key-vault/vault-place.ts';
import type { MasterKey } from '@atelier/key-vault/master-key.ts';
import { createPartitionMaker, type PartitionState } from './partitions/partition-maker.ts';
import { readHorizon, readLog, shareReads } from './read/read-log.ts';
import { readLogPage } from './read/read-log-page.ts';
import { readLoggedStreams, readStreams } from './read/read-streams.ts';
import { rewrapKeys } from '@atelier/key-vault/rewrap-keys.ts';
import { createSealing } from './registry/sealing.ts';
import { createSearchKeys } from '@atelier/key-vault/search-keys.ts';
import { UnusableKey } from '@atelier/key-vault/key-wrap.ts';
import { createSubjectKeys, type KeyRing } from '@atelier/key-vault/subject-keys.ts';
import { inTransaction } from '@atelier/postgres/transaction.ts';
import type { Timers, Clock } from '@atelier/postgres/timers.ts';
import type { DomainEvent, EventStore, Ids, KeyState } from './types.ts';
import type { ReadLogRequest } from './log-requests.ts';
import type { EventRegistry } from './event-types.ts';
import { verifyChain } from '@atelier/transparency-log/chain/verify-chain.ts';
import { appendAlone } from './append/append-alone.ts';
import { withReadBehind } from './append/read-behind.ts';
import { InlineTables } from './append/inline-tables.ts';
import { sendOn, writeBatch } from './append/send-batch.ts';
import { readStateMark, StateCache } from './state-cache.ts';

/** What makes commands fast: several in one commit, reads in the write of their append, states in memory. */
export type Speedup = 'batching' | 'readBehind' | 'stateCache';

export interface OpenStoreOptions {
  /** Sessions of role `atelier_app` or `atelier_projector`. One connection listens while a tail is open. */
  readonly pool: Pool;
  readonly masterKey: MasterKey;
  readonly registry: EventRegistry;
  /** Where the vault of persons' keys lies (`openVaultFor`). Without one the master key alone wraps them, and nothing is kept of erasures outside. */
  readonly vault?: VaultPlace;
  /** Leaves the vault as it is, for a copy that is only verified (`openVaultToRead`). */
  readonly isVaultReadOnly?: boolean;
  readonly clock?: Clock;
  readonly ids?: Ids;
  /** How appends are grouped and how long they wait; the defaults suit production. */
  readonly grouping?: Omit<AppendQueueOptions, 'onCommit'>;
  /** What is left out of the path of commands. Results stay the same (decisions/0213). */
  readonly without?: readonly Speedup[];
  /** The pauses between moves of the horizon and tries to make partitions; real time by default. */
  readonly timers?: Timers;
  /** Called with failures outside any call: a lost listening connection, a horizon that did not move. */
  readonly onError?: (error: unknown) => void;
  /** Called after each try to make partitions, also when it failed: `logPartitions` writes it into a log. */
  readonly onPartitions?: (state: PartitionState) => void;
  /** Called once the vault of a former release was carried over: `logCarriedOver` writes it into a log. */
  readonly onCarriedOver?: (carried: CarriedOver) => void;
}

/**
 * The event store over a migrated database. Throws `UnknownEventTypes` when the log holds events that this
 * release cannot read, `WrongMasterKey` when its personal keys were made with another one, `KeyVaultMissing` or `WrongKeyVault`
 * when the vault is not the one they were made with.
 */
export async function openStore(options: OpenStoreOptions): Promise<EventStore> {
  const { pool, registry } = options;
  const { now } = options.clock ?? { now: () => new Date() };
  const { masterKey } = options;
  const vault = await openVault(options);
  const readMark = () => readStateMark(pool);
  const keys = createSubjectKeys(pool, { masterKey, vault }, { now }, readMark);
  const search = createSearchKeys({ masterKey, vault }, (work) => inTransaction(pool, work));
  const sealsRows = (): boolean => vault?.isInUse() ?? true;
  const files = await openFileKeys(pool, { masterKey, vault });
  const codec = createEventCodec(registry, keys, options.ids ?? { uuid: randomUUID }, sealsRows);
  const ignore = (): void => undefined;
  const timers = options.timers && { timers: options.timers };
  const partitions = createPartitionMaker(pool, { onState: options.onPartitions ?? ignore, ...timers });
  const advancer = createHorizonAdvancer(pool, options.onError ?? ignore, {
    onPartitionsDue: partitions.due,
    ...timers,
  });
  const epochs = epochsOf(pool);
  const isUsed = (speedup: Speedup): boolean => options.without?.includes(speedup) !== true;
  const tables = new InlineTables();
  const write = writeBatch(tables, pool);
  const send = sendOn(pool, isUsed('readBehind') ? withReadBehind(write) : write);
  const sending = { ...options.grouping, onCommit: advancer.advanceSoon };
  const enqueue = isUsed('batching') ? batched(send, sending) : appendAlone(send, sending);
  await tables.read(pool);
  await advancer.advance();
  await refuseUnknownTypes(pool, registry);
  await keys.check();

  const streams = <E extends DomainEvent>(streamIds: readonly string[]) =>
    readStreams<E>(pool, codec, streamIds);
  const log = async (request: ReadLogRequest) => {
    try {
      return await readLog(pool, codec, request);
    } catch (error) {
      if (!(error instanceof EpochChanged && error.isSameEpoch)) throw error;
      // A crash of the server may have forgotten how far the horizon was.
      await advancer.advance();
      return readLog(pool, codec, request);
    }
  };
  const reads = { readLog: log, readAtEnd: shareReads(log) };

  return {
    append: async (request) => {
      try {
        return await enqueue(await codec.encode(request), request);
      } catch (error) {
        if (error instanceof SubjectErased) keys.forget(error.subject);
        throw error;
      }
    },
    findCommand: async (idempotency, until) => {
      const found = await enqueue({ streams: [], metadata: null, idempotency }, { until });
      return found.replayed === true ? found : undefined;
    },
    states: isUsed('stateCache') ? new StateCache(readMark, () => epochs.current) : undefined,
    readStreams: streams,
    readStream: async <E extends DomainEvent>(streamId: string) =>
      (await streams<E>([streamId])).get(streamId) ?? { streamId, version: 0, events: [] },
    readLoggedStreams: (streamIds, types) => readLoggedStreams(pool, codec, streamIds, types),
    readLog: log,
    readLogPage: (request) => readLogPage(pool, codec, request),
    readHorizon: () => readHorizon(pool),
    epoch: () => epochs.current,
    onEpoch: (listener) => epochs.onChange(listener),
    advanceHorizon: advancer.advance,
    tail: (request) => tailLog(reads, advancer, request),
    verifyChain: (streamId) => verifyChain(pool, streamId),
    nextIds: (count) => nextIds(pool, count),
    withoutErased: codec.withoutErased,
    decode: codec.decode,
    erase: keys.erase,
    rewrapKeys: async (isStopped) => (vault ? rewrapKeys(pool, masterKey, vault, isStopped) : 0),
    keyStates: async (subjects) => {
      const ring = await keys.readAgain(subjects);
      return new Map(subjects.map((subject) => [subject, keyStateIn(ring, subject)]));
    },
    sealing: createSealing(registry.rows ?? {}, keys, search, sealsRows),
    files,
    erasures: async (after, limit) => (await vault?.erasures(after, limit)) ?? [],
    close: async () => {
      await Promise.all([partitions.close(), advancer.close(), vault?.close()]);
    },
  };
}

function keyStateIn(ring: KeyRing, subject: string): KeyState {
  if (!ring.has(subject)) return 'none';
  const key = ring.get(subject);
  if (key === undefined) return 'destroyed';
  return key instanceof UnusableKey ? 'unusable' : 'usable';
}

async function openVault({
  pool,
  vault: place,
  masterKey,
  isVaultReadOnly,
  onCarriedOver,
}: OpenStoreOptions) {
  if (place === undefined) return undefined;
  if (isVaultReadOnly === true) return openVaultToRead(pool, place, masterKey);
  const { vault, carriedOver } = await openVaultFor(pool, place, masterKey);
  if (carriedOver !== undefined) onCarriedOver?.(carriedOver);
  return vault;
}

async function nextIds(pool: Pool, count: number): Promise<readonly number[]> {
  const { rows } = await pool.query<{ id: number }>({
    name: 'next_ids',
    // Waits for no standby: whatever uses an id lies behind it in the server's log.
    text: `select nextval('entity_id_seq') as id
             from (select set_config('synchronous_commit', 'local', true)) unreplicated, generate_series(1, $1)`,
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
