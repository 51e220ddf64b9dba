import type { Pool, PoolClient } from 'pg';
import { realTimers, type Timers } from '@atelier/postgres/timers.ts';
import { epochsOf } from './epochs.ts';
import type { Horizon } from '../log-requests.ts';

interface Advance extends Horizon {
  readonly moved: boolean;
  readonly busy: boolean;
  /** Partitions run short. */
  readonly due: boolean;
}

export interface HorizonAdvancer {
  /** After a commit: have the horizon moved soon. Many calls make one move. */
  readonly advanceSoon: () => void;
  /** Moves the horizon as far as it goes now. */
  readonly advance: () => Promise<Horizon>;
  /** Resolves when the horizon may differ from the one given, or when aborted. Level-triggered: look again. */
  readonly changed: (from: Horizon, signal: AbortSignal) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface HorizonAdvancerOptions {
  readonly timers?: Timers;
  /** Partitions of the log run short. Must not throw or wait. */
  readonly onPartitionsDue?: () => void;
}

// The pause between two moves gathers the appends of a busy moment. The poll moves the horizon after a node that ended between its
// commit and its move, and makes up for lost notifications: rarely while the log rests and its notifications arrive.
const pauseMs = 20;
const pollMs = 250;
const restPollMs = 1_000;
const restsAfterPolls = 20;
const channel = 'atelier_log';

/** Moves the horizon after commits, and wakes the tails of this process when any node has moved it. */
export function createHorizonAdvancer(
  pool: Pool,
  onError: (error: unknown) => void,
  options: HorizonAdvancerOptions = {},
): HorizonAdvancer {
  const { sleep } = options.timers ?? realTimers;
  const epochs = epochsOf(pool);
  const closing = new AbortController();
  const waiters = new Set<() => void>();
  let known: Horizon | undefined;
  let pollsSinceMove = 0;
  let advancing: Promise<void> | undefined;
  let isAskedFor = false;
  let listening: Promise<void> | undefined;
  let listener: PoolClient | undefined;
  let polling: Promise<void> | undefined;

  function learn(horizon: Horizon): void {
    const news = known === undefined || known.epoch !== horizon.epoch || known.position < horizon.position;
    known = horizon;
    if (!news) return;
    pollsSinceMove = 0;
    wake();
  }

  function wake(): void {
    for (const waiter of waiters) waiter();
  }

  async function advance(): Promise<Advance> {
    const { rows } = await pool.query<Advance>({ name: 'advance', text: 'select * from advance_horizon()' });
    if (rows[0] === undefined) throw new Error('the log has no horizon: run the migrations');
    epochs.note(rows[0].epoch);
    learn(rows[0]);
    if (rows[0].due) options.onPartitionsDue?.();
    return rows[0];
  }

  function advanceSoon(): void {
    isAskedFor = true;
    advancing ??= advanceWhileAsked();
  }

  async function advanceWhileAsked(): Promise<void> {
    try {
      while (isAskedFor && !closing.signal.aborted) {
        isAskedFor = false;
        const { busy } = await advance();
        isAskedFor ||= busy;
        if (isAskedFor) await sleep(pauseMs, closing.signal);
      }
    } catch (error) {
      // A tail's poll moves the horizon later.
      onError(error);
    }
    // No await since the last check of `isAskedFor`: a later request starts a new run.
    advancing = undefined;
  }

  /** One connection of the pool listens as long as a caller waits. */
  async function listen(): Promise<void> {
    try {
      const client = await pool.connect();
      listener = client;
      client.on('notification', ({ payload }) => {
        if (known !== undefined) learn({ ...known, position: Math.max(known.position, Number(payload)) });
      });
      client.once('error', stopListening);
      await client.query(`listen ${channel}`);
    } catch (error) {
      stopListening();
      onError(error);
    }
  }

  function stopListening(): void {
    listener?.removeAllListeners('notification');
    listener?.release(true);
    listener = undefined;
    listening = undefined;
  }

  const isAtRest = (): boolean => listener !== undefined && pollsSinceMove > restsAfterPolls;

  /** Moves the horizon at once, and again after each pause as long as a caller waits. */
  async function poll(): Promise<void> {
    for (;;) {
      listening ??= listen();
      await advance().then(undefined, onError);
      if (waiters.size === 0 || closing.signal.aborted) break;
      pollsSinceMove += 1;
      await sleep(isAtRest() ? restPollMs : pollMs, closing.signal);
    }
    // In the same step as the check above: a later waiter starts a new poll.
    polling = undefined;
  }

  function changed(from: Horizon, signal: AbortSignal): Promise<void> {
    const differs = known !== undefined && (known.epoch !== from.epoch || known.position > from.position);
    if (differs || signal.aborted || closing.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        waiters.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      waiters.add(done);
      signal.addEventListener('abort', done);
      polling ??= poll();
    });
  }

  async function close(): Promise<void> {
    closing.abort();
    wake();
    await polling;
    await listening;
    stopListening();
    await advancing;
  }

  return { advanceSoon, advance, changed, close };
}
