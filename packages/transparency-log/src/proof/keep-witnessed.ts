import type { Queryable } from '@atelier/postgres/transaction.ts';
import { realTimers, type Timers } from '@atelier/postgres/timers.ts';
import { untilStopped, type Stoppable } from '@atelier/postgres/until-stopped.ts';
import { pushCheckpoint } from './push-checkpoint.ts';
import type { VerifierKey } from './signed-note.ts';

export interface WitnessingOptions {
  /** Sessions of role `atelier_app`. */
  readonly db: Queryable;
  /** Where witnesses take checkpoints. */
  readonly urls: readonly string[];
  readonly witnesses: readonly VerifierKey[];
  /** 5 seconds by default. */
  readonly everyMs?: number;
  readonly timers?: Timers;
  /** A witness did not sign; it is asked again. The same message comes once, until it signs again. */
  readonly onError: (error: unknown, url: string) => void;
}

const EVERY_MS = 5_000;

/** Sends each new checkpoint to the witnesses that accept it, each independently: an absent one delays no other. */
export function keepWitnessed(options: WitnessingOptions): Stoppable {
  const urls = options.urls.map((url) => url.replace(/\/+$/, ''));
  return untilStopped((signal) => Promise.all(urls.map((url) => keepOne(options, url, signal))));
}

async function keepOne(
  { db, witnesses, everyMs = EVERY_MS, timers = realTimers, onError }: WitnessingOptions,
  url: string,
  signal: AbortSignal,
): Promise<void> {
  let lastSize = 0;
  let lastFailure: string | undefined;
  while (!signal.aborted) {
    try {
      lastSize = await pushCheckpoint({ db, url, witnesses, lastSize });
      lastFailure = undefined;
    } catch (error) {
      const message = String(error);
      if (message !== lastFailure) onError(error, url);
      lastFailure = message;
      // What this process thought of the witness may be wrong: it is asked again.
      lastSize = 0;
    }
    await timers.sleep(everyMs, signal);
  }
}
