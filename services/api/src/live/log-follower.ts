import { EpochChanged, isUndecodable } from '@atelier/event-store/errors.ts';
import type { EventStore, LogBatch } from '@atelier/event-store/types.ts';
import type { LogCursor } from '@atelier/event-store/log-requests.ts';
import type { Logger } from 'pino';
import { NODE_TIMERS, pause, type Timers } from './timers.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 3_000;

/** What follows the log. Each call is awaited before the next one. */
export interface Follower {
  readonly onBatch: (batch: LogBatch) => Promise<void>;
  /** The log has another history now, and is followed from this cursor on. */
  readonly onEpoch: (cursor: LogCursor) => Promise<void>;
}

/**
 * Follows the log with a cursor in memory, and goes on from there after every failure: a database that is away for a minute
 * delays the screens, and loses them nothing. In another epoch it goes on from the end of the log.
 */
export class LogFollower {
  readonly #store: EventStore;
  readonly #log: Logger;
  readonly #timers: Timers;
  readonly #stopping = new AbortController();
  #after: LogCursor = { epoch: '', position: 0 };
  #running: Promise<void> = Promise.resolve();

  constructor(store: EventStore, log: Logger, timers: Timers = NODE_TIMERS) {
    this.#store = store;
    this.#log = log;
    this.#timers = timers;
  }

  /** Starts at a cursor; resolves once everything up to today's end has been handed over. */
  async start(after: LogCursor, follower: Follower): Promise<void> {
    this.#after = after;
    await this.#catchUp(follower);
    this.#running = this.#follow(follower);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #catchUp(follower: Follower): Promise<void> {
    const end = (await this.#store.readHorizon()).position;
    while (this.#after.position < end) {
      await this.#handOver(await this.#store.readLog({ after: this.#after, limit: 500 }), follower);
    }
  }

  async #follow(follower: Follower): Promise<void> {
    let wait = FIRST_PAUSE_MS;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        await this.#tail(follower, () => (wait = FIRST_PAUSE_MS));
      } catch (error) {
        this.#log.warn(
          { err: error, position: this.#after.position, retryInMs: wait },
          'live log tail failed, retrying',
        );
        await pause(this.#timers, wait, signal);
        wait = Math.min(wait * 2, LONGEST_PAUSE_MS);
      }
    }
  }

  /** Until stopped, or until another epoch has begun. */
  async #tail(follower: Follower, onProgress: () => void): Promise<void> {
    const { signal } = this.#stopping;
    const onBatch = async (batch: LogBatch): Promise<void> => {
      onProgress();
      if (!signal.aborted) await this.#handOver(batch, follower);
    };
    try {
      await this.#store.tail({ after: this.#after, signal, onBatch });
    } catch (error) {
      if (!(error instanceof EpochChanged)) throw error;
      this.#after = await this.#store.readHorizon();
      await follower.onEpoch(this.#after);
    }
  }

  async #handOver(batch: LogBatch, { onBatch }: Follower): Promise<void> {
    await onBatch(batch);
    for (const event of batch.events) {
      if (!isUndecodable(event)) continue;
      const { position, streamId, type, failure } = event;
      this.#log.error(
        { position, streamId, type, failure },
        'event decode failed, its rows sent as they are',
      );
    }
    this.#after = batch.next;
  }
}
