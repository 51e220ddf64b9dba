import { isUndecodable } from '@atelier/event-store/errors.ts';
import type { EventStore, LogBatch } from '@atelier/event-store/types.ts';
import type { Logger } from 'pino';
import { NODE_TIMERS, pause } from './timers.ts';
import type { Timers } from './timers.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 3_000;

/**
 * Follows the log with a cursor of its own, in memory, and goes on from there after every failure: a database that
 * is away for a minute delays the screens, and loses them nothing.
 */
export class LogFollower {
  readonly #store: EventStore;
  readonly #log: Logger;
  readonly #timers: Timers;
  readonly #stopping = new AbortController();
  #round = new AbortController();
  #after = 0;
  #running: Promise<void> = Promise.resolve();

  constructor(store: EventStore, log: Logger, timers: Timers = NODE_TIMERS) {
    this.#store = store;
    this.#log = log;
    this.#timers = timers;
  }

  /** Starts at a position; resolves once everything up to today's end has been handed over. */
  async start(after: number, onBatch: (batch: LogBatch) => Promise<void>): Promise<void> {
    this.#after = after;
    await this.#catchUp(onBatch);
    this.#running = this.#follow(onBatch);
  }

  /** Goes on at another position: the log has another history now. */
  restartAt(after: number): void {
    this.#after = after;
    this.#round.abort();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#round.abort();
    await this.#running;
  }

  async #catchUp(onBatch: (batch: LogBatch) => Promise<void>): Promise<void> {
    const end = (await this.#store.readHorizon()).position;
    while (this.#after < end) {
      const batch = await this.#store.readLog({ after: this.#after, limit: 500 });
      await this.#handOver(batch, onBatch);
    }
  }

  async #follow(onBatch: (batch: LogBatch) => Promise<void>): Promise<void> {
    let wait = FIRST_PAUSE_MS;
    while (!this.#stopping.signal.aborted) {
      this.#round = new AbortController();
      const { signal } = this.#round;
      try {
        // Passed on even when nothing is new: the history may be another one since the last round.
        const horizon = await this.#store.readHorizon();
        await this.#handOver({ events: [], next: this.#after, horizon }, onBatch);
        await this.#store.tail({
          after: this.#after,
          signal,
          onBatch: async (batch) => {
            wait = FIRST_PAUSE_MS;
            if (!signal.aborted) await this.#handOver(batch, onBatch);
          },
        });
      } catch (error) {
        this.#log.warn(
          { err: error, position: this.#after, retryInMs: wait },
          'live log tail failed, retrying',
        );
        await pause(this.#timers, wait, this.#stopping.signal);
        wait = Math.min(wait * 2, LONGEST_PAUSE_MS);
      }
    }
  }

  async #handOver(batch: LogBatch, onBatch: (batch: LogBatch) => Promise<void>): Promise<void> {
    const round = this.#round;
    await onBatch(batch);
    for (const event of batch.events) {
      if (!isUndecodable(event)) continue;
      const { position, streamId, type, failure } = event;
      this.#log.error(
        { position, streamId, type, failure },
        'event decode failed, its rows sent as they are',
      );
    }
    if (round === this.#round && !round.signal.aborted) this.#after = batch.next;
  }
}
