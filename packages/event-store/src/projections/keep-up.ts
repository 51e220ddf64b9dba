import type { EventStore } from '../types.ts';
import { realTimers } from '@atelier/postgres/timers.ts';
import { EpochChanged } from '../errors.ts';
import { applyStretch } from './batch.ts';
import { readLedCheckpoint } from './checkpoints.ts';
import { CheckpointMoved } from './failures.ts';
import { releaseDecodable, type ParkedEvent } from './parked.ts';
import type { Projection } from './projection.ts';
import type { ProjectionDatabase } from './projection-database.ts';

export interface KeepUpOptions<Transaction> {
  readonly store: Pick<EventStore, 'tail' | 'readLoggedStreams'>;
  readonly database: ProjectionDatabase<Transaction>;
  /** Events per batch, 1,000 by default. */
  readonly batchSize?: number;
  /** Called with every error; the projection retries automatically. */
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

const shortestPauseMs = 100;
const longestPauseMs = 5_000;

/**
 * Tails the log into one projection as long as this runner leads it; starts again from the checkpoint after every
 * failure, slower each time.
 */
export async function keepUp<Transaction>(
  projection: Projection<Transaction>,
  leader: number,
  signal: AbortSignal,
  options: KeepUpOptions<Transaction>,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      const led = await tailInto(projection, leader, signal, options, () => {
        failures = 0;
      });
      if (!led) return;
    } catch (error) {
      if (signal.aborted) return;
      // Expected once: a rebuild was swapped in, the lease is lost, or another epoch began.
      const isExpected = error instanceof CheckpointMoved || error instanceof EpochChanged;
      if (!isExpected || failures > 0) options.onError?.(error, projection.name);
      failures += 1;
      await realTimers.sleep(Math.min(shortestPauseMs * 2 ** failures, longestPauseMs), signal);
    }
  }
}

/** Ends when aborted; answers false, having done nothing, when another runner leads. */
async function tailInto<Transaction>(
  projection: Projection<Transaction>,
  leader: number,
  signal: AbortSignal,
  { store, database, batchSize = 1_000, onParked }: KeepUpOptions<Transaction>,
  onProgress: () => void,
): Promise<boolean> {
  const checkpoint = await readLedCheckpoint(database.pool, projection.name);
  if (checkpoint.leader !== leader) return false;
  const { epoch } = checkpoint;
  let { position } = checkpoint;
  await releaseDecodable(
    database,
    projection,
    async (id) => (await store.readLoggedStreams([id])).get(id) ?? { events: [] },
  );
  await store.tail({
    after: { epoch, position },
    limit: batchSize,
    types: projection.types,
    // Reads with min_position wait for this checkpoint, also when the write meant nothing to it.
    everyMove: true,
    signal,
    onBatch: async ({ events, next }) => {
      if (next.position <= position || signal.aborted) return;
      const { parked } = await applyStretch(database, projection, { after: position, events, next, leader });
      position = next.position;
      if (parked.length > 0) onParked?.(parked.map(noteOf), projection.name);
      onProgress();
    },
  });
  return true;
}

const noteOf = ({ event, error }: ParkedEvent): ParkedNote => ({
  position: event.position,
  streamId: event.streamId,
  type: event.type,
  poison: error !== null,
});
