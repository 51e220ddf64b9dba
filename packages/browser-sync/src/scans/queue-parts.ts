import type { QueueChannel, QueueLock } from './queue-tabs.ts';
import type { QueuedScan, ScanStore, SendResult } from './queued-scan.ts';

export interface ScanSettled {
  readonly scan: QueuedScan;
  readonly result: SendResult;
}

export interface QueueSnapshot {
  readonly waiting: readonly QueuedScan[];
  readonly conflicts: readonly QueuedScan[];
  /** Waiting scans that only memory holds: closing the page would lose them. */
  readonly unsaved: number;
  /** The device did not take the last scan: new ones are sent from memory. */
  readonly isDiskFailing: boolean;
}

export interface ScanQueueParts {
  readonly owner: string;
  readonly store: ScanStore;
  /** One attempt to send; the same bytes under the same key each time. */
  readonly send: (scan: QueuedScan) => Promise<SendResult>;
  /** Called in every tab for every answer, and once for a scan that waits (`unreachable`). */
  readonly onSettled: (settled: ScanSettled) => void;
  /** Pause before the next attempt to send (1 to 15 s) or to write (5 s). */
  readonly wait?: (ms: number) => Promise<void>;
  /** One tab sends at a time. */
  readonly lock?: QueueLock;
  /** Messages from and for the person's other tabs. */
  readonly channel?: QueueChannel;
}

export const EMPTY_QUEUE: QueueSnapshot = { waiting: [], conflicts: [], unsaved: 0, isDiskFailing: false };

const newest = <T>(before: readonly T[], now: readonly T[]): readonly T[] =>
  before.length === now.length && before.every((one, index) => one === now[index]) ? before : now;

/** The snapshot after `before`, its lists the very same where they hold the same; `before` itself where nothing changed. */
export function nextSnapshot(before: QueueSnapshot, now: QueueSnapshot): QueueSnapshot {
  const waiting = newest(before.waiting, now.waiting);
  const conflicts = newest(before.conflicts, now.conflicts);
  const isSame =
    waiting === before.waiting &&
    conflicts === before.conflicts &&
    now.unsaved === before.unsaved &&
    now.isDiskFailing === before.isDiskFailing;
  return isSame ? before : { ...now, waiting, conflicts };
}
