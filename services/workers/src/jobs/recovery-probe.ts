import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until what was lost can be reached again. */
export interface RecoveryProbe {
  /** Something failed for want of a connection. Many calls make one probing; true for the one that began it. */
  readonly lost: () => boolean;
  readonly stop: () => Promise<void>;
}

export interface RecoveryProbeOptions {
  /** Resolves when everything can be reached. */
  readonly probe: () => Promise<unknown>;
  /** Called once after each loss, when the probe resolves again. Must not throw. */
  readonly onReturn: () => Promise<unknown>;
  readonly everyMs: number;
}

/** After a lost connection, probes every `everyMs` until it is back, and then calls `onReturn` once. */
export function createRecoveryProbe({ probe, onReturn, everyMs }: RecoveryProbeOptions): RecoveryProbe {
  const stopping = new AbortController();
  let probing: Promise<void> | undefined;

  async function probeUntilBack(): Promise<void> {
    do await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    while (!stopping.signal.aborted && !(await succeeds(probe)));
    // A loss during the work on the return begins a new probing.
    probing = undefined;
    if (!stopping.signal.aborted) await onReturn();
  }

  return {
    lost: () => {
      if (probing !== undefined || stopping.signal.aborted) return false;
      probing = probeUntilBack();
      return true;
    },
    stop: async () => {
      stopping.abort();
      await probing;
    },
  };
}

const succeeds = (probe: () => Promise<unknown>): Promise<boolean> =>
  probe().then(
    () => true,
    () => false,
  );
