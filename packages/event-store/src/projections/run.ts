import type { PoolClient } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore } from '../types.ts';
import { applyStretch } from './batch.ts';
import { readCheckpoint } from './checkpoints.ts';
import { CheckpointMoved } from './failures.ts';
import { releaseDecodable } from './parked.ts';
import type { ParkedEvent } from './parked.ts';
import type { Projection } from './projection.ts';
import type { ProjectionDatabase } from './projection-database.ts';

export interface ProjectionsOptions<Transaction> {
  readonly store: Pick<EventStore, 'tail' | 'readLoggedStreams'>;
  /** Takes one connection per projection, and one that holds the lead. */
  readonly database: ProjectionDatabase<Transaction>;
  readonly projections: readonly Projection<Transaction>[];
  /** Events per batch, 1,000 by default. */
  readonly batchSize?: number;
  /** Called with everything that went wrong; the projection tries again by itself. */
  readonly onError?: (error: unknown, projection: string) => void;
  /** Called with the events that were parked: which ones, never what they hold. */
  readonly onParked?: (parked: readonly ParkedNote[], projection: string) => void;
}

export interface ParkedNote {
  readonly position: number;
  readonly streamId: string;
  readonly type: string;
  /** True for the event that could not be folded, false for those behind it in its stream. */
  readonly poison: boolean;
}

export interface RunningProjections {
  /** Ends after the batches at work are done. */
  readonly stop: () => Promise<void>;
}

const leadKey = 4_715_030;
const shortestPauseMs = 100;
const longestPauseMs = 5_000;
const leadPauseMs = 1_000;

/**
 * Keeps every projection up to date until stopped. Any number of processes may call this: one leads, the others
 * wait to take over. Should two ever run at once, the checkpoints fence the slower one.
 */
export function startProjections<Transaction>(options: ProjectionsOptions<Transaction>): RunningProjections {
  const abort = new AbortController();
  const done = leadUntil(abort.signal, options);
  return {
    stop: async () => {
      abort.abort();
      await done;
    },
  };
}

async function leadUntil<Transaction>(
  signal: AbortSignal,
  options: ProjectionsOptions<Transaction>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await leadOnce(signal, options);
    } catch (error) {
      options.onError?.(error, 'all');
    }
    await pause(leadPauseMs, signal);
  }
}

/** Waits for the lead and holds it, on a connection of its own: whoever dies loses it at once. */
async function leadOnce<Transaction>(
  signal: AbortSignal,
  options: ProjectionsOptions<Transaction>,
): Promise<void> {
  const client = await options.database.pool.connect();
  const lost = new AbortController();
  const onEnd = (): void => lost.abort();
  client.once('error', onEnd).once('end', onEnd);
  try {
    const both = AbortSignal.any([signal, lost.signal]);
    while (!(await takeLead(client))) {
      await pause(leadPauseMs, both);
      if (both.aborted) return;
    }
    await Promise.all(options.projections.map((projection) => keepUp(projection, both, options)));
  } finally {
    client.off('error', onEnd).off('end', onEnd);
    // Closed rather than handed back: that is what gives the lead up.
    client.release(true);
  }
}

async function takeLead(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    leadKey,
  ]);
  return rows[0]?.taken === true;
}

/** Tails the log into one projection; starts again from the checkpoint after every failure, slower each time. */
async function keepUp<Transaction>(
  projection: Projection<Transaction>,
  signal: AbortSignal,
  options: ProjectionsOptions<Transaction>,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      await tailInto(projection, signal, options, () => {
        failures = 0;
      });
    } catch (error) {
      if (signal.aborted) return;
      // Not worth a word when a rebuild was swapped in; worth one when it keeps happening.
      if (!(error instanceof CheckpointMoved) || failures > 0) options.onError?.(error, projection.name);
      failures += 1;
      await pause(Math.min(shortestPauseMs * 2 ** failures, longestPauseMs), signal);
    }
  }
}

async function tailInto<Transaction>(
  projection: Projection<Transaction>,
  signal: AbortSignal,
  { store, database, batchSize = 1_000, onParked }: ProjectionsOptions<Transaction>,
  onProgress: () => void,
): Promise<void> {
  let position = await readCheckpoint(database.pool, projection.name);
  await releaseDecodable(
    database,
    projection,
    async (id) => (await store.readLoggedStreams([id])).get(id) ?? { events: [] },
  );
  await store.tail({
    after: position,
    limit: batchSize,
    types: projection.types,
    // Reads with min_position wait for this checkpoint, also when the write meant nothing to it.
    everyMove: true,
    signal,
    onBatch: async ({ events, next }) => {
      if (next <= position) return;
      const { parked } = await applyStretch(database, projection, { after: position, events, next });
      position = next;
      if (parked.length > 0) onParked?.(parked.map(noteOf), projection.name);
      onProgress();
    },
  });
}

const noteOf = ({ event, error }: ParkedEvent): ParkedNote => ({
  position: event.position,
  streamId: event.streamId,
  type: event.type,
  poison: error !== null,
});

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
