import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 3_000;

export interface Listener {
  readonly stop: () => void;
}

export interface ListenOptions {
  readonly channel: string;
  readonly onPayload: (payload: string) => void;
  /** After every (re)connect: notifications sent in between were lost. */
  readonly onConnected?: () => void;
  readonly onError: (error: unknown) => void;
}

/** Holds one connection of the pool to listen on a channel, and takes another whenever it breaks. */
export function listen(pool: Pool, options: ListenOptions): Listener {
  const stopping = new AbortController();
  void keepListening(pool, options, stopping.signal);
  return { stop: () => stopping.abort() };
}

async function keepListening(pool: Pool, options: ListenOptions, signal: AbortSignal): Promise<void> {
  let pause = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    try {
      const client = await pool.connect();
      pause = FIRST_PAUSE_MS;
      await listenOn(client, options, signal);
    } catch (error) {
      if (!signal.aborted) options.onError(error);
    }
    await sleep(pause, undefined, { signal, ref: false }).catch(() => undefined);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }
}

/** Ends when the connection is lost or the listener stops; the connection never goes back to the pool. */
async function listenOn(client: PoolClient, options: ListenOptions, signal: AbortSignal): Promise<void> {
  const over = Promise.withResolvers<void>();
  // The connection may break before anything awaits this: the call below fails then.
  over.promise.catch(() => undefined);
  const end = (): void => over.resolve();
  client.on('notification', (message) => options.onPayload(message.payload ?? ''));
  client.once('error', over.reject);
  client.once('end', end);
  signal.addEventListener('abort', end, { once: true });
  try {
    await client.query(`listen ${client.escapeIdentifier(options.channel)}`);
    options.onConnected?.();
    if (!signal.aborted) await over.promise;
  } finally {
    signal.removeEventListener('abort', end);
    client.release(true);
  }
}
