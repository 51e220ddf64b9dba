import type { QueuedScan, SendResult } from './queued-scan.ts';

/** What tabs of one person say to each other about their scans. */
export type QueueMessage =
  /** A tab has opened: tabs that hold scans missing on the disk send them. */
  | { readonly kind: 'hello' }
  /** A scan as it is now: on the disk, or where the disk failed, in the memory of tabs alone. */
  | { readonly kind: 'kept'; readonly scan: QueuedScan; readonly isSaved: boolean }
  /** An attempt came to an end: `scan` as it was sent, and what stays of it. */
  | {
      readonly kind: 'settled';
      readonly scan: QueuedScan;
      readonly result: SendResult;
      readonly kept: QueuedScan | null;
    }
  /** Answered or seen: no tab shows or sends it again. */
  | { readonly kind: 'gone'; readonly key: string };

export interface QueueChannel {
  readonly post: (message: QueueMessage) => void;
  /** Gives what other tabs post; answers how to stop. */
  readonly listen: (take: (message: QueueMessage) => void) => () => void;
}

/** Runs `work` while no other tab runs its own; resolves without it when `signal` aborts the waiting. */
export type QueueLock = (work: () => Promise<void>, signal: AbortSignal) => Promise<void>;

/** Longer than a turn takes: a tab that the system has put to sleep must not keep the others from sending. */
const PATIENCE_MS = 30_000;

/** One tab of the browser at a time. Without Web Locks each sends for itself: the key still makes it one effect. */
export function browserLock(name: string): QueueLock {
  if (!('locks' in navigator)) return (work) => work();
  return async (work, signal) => {
    let running: Promise<void> | undefined;
    const begin = (): Promise<void> => (running = work());
    const request = (options: LockOptions): Promise<void> =>
      navigator.locks.request(name, options, begin).catch(() => undefined);
    await request({ signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]) });
    // Also when another tab has taken the lock away: what began comes to its end.
    if (running !== undefined || signal.aborted) return running;
    await request({ steal: true });
    return running ?? work();
  };
}

export const noLock: QueueLock = (work) => work();

/** The other tabs of this browser; none where there is no such channel. */
export function browserChannel(name: string): QueueChannel {
  if (typeof BroadcastChannel === 'undefined') return noChannel;
  const channel = new BroadcastChannel(name);
  return {
    post: (message) => channel.postMessage(message),
    listen: (take) => {
      const hear = (event: MessageEvent<QueueMessage>) => take(event.data);
      channel.addEventListener('message', hear);
      return () => channel.removeEventListener('message', hear);
    },
  };
}

export const noChannel: QueueChannel = { post: () => undefined, listen: () => () => undefined };
