import { setTimeout as sleep } from 'node:timers/promises';

export interface ReturnWatch {
  /** Something failed for want of a connection. Many calls make one watch; true for the one that began it. */
  readonly lost: () => boolean;
  readonly stop: () => Promise<void>;
}

export interface ReturnWatchOptions {
  /** Resolves when everything can be reached. */
  readonly probe: () => Promise<unknown>;
  /** Called once after each loss, when the probe resolves again. Must not throw. */
  readonly onReturn: () => Promise<unknown>;
  readonly everyMs: number;
}

/** After a lost connection, asks in short steps until it is back, and says so once. */
export function createReturnWatch({ probe, onReturn, everyMs }: ReturnWatchOptions): ReturnWatch {
  const stopping = new AbortController();
  let watching: Promise<void> | undefined;

  async function watch(): Promise<void> {
    do await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    while (!stopping.signal.aborted && !(await succeeds(probe)));
    // A loss during the work on the return begins a new watch.
    watching = undefined;
    if (!stopping.signal.aborted) await onReturn();
  }

  return {
    lost: () => {
      if (watching !== undefined || stopping.signal.aborted) return false;
      watching = watch();
      return true;
    },
    stop: async () => {
      stopping.abort();
      await watching;
    },
  };
}

const succeeds = (probe: () => Promise<unknown>): Promise<boolean> =>
  probe().then(
    () => true,
    () => false,
  );
