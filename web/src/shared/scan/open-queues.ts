import { browserChannel, browserLock } from '@atelier/browser-sync/scans/queue-tabs.ts';
import type { ScanSettled } from '@atelier/browser-sync/scans/queue-parts.ts';
import { indexedScanStore } from '@atelier/browser-sync/scans/scan-disk.ts';
import { scanOwnerOf } from './scan-owner.ts';
import { ScanQueue } from '@atelier/browser-sync/scans/scan-queue.ts';
import { sendScan } from './send-scan.ts';
import { currentSession } from '../../lib/session/session-store.ts';

interface OpenQueue {
  readonly queue: ScanQueue;
  onSettled: (settled: ScanSettled) => void;
}

/** Queues of this page by owner. One that holds scans the disk did not take outlives its screen. */
const queues = new Map<string, OpenQueue>();

/** The owner's queue of this page, begun where there is none; its answers go to `onSettled` until `leaveQueue`. */
export function joinQueue(owner: string, onSettled: (settled: ScanSettled) => void): ScanQueue {
  const open = queues.get(owner) ?? begin(owner);
  open.onSettled = onSettled;
  return open.queue;
}

export function leaveQueue(owner: string): void {
  const open = queues.get(owner);
  if (open === undefined) return;
  open.onSettled = () => undefined;
  open.queue.leave();
  if (open.queue.snapshot().unsaved > 0) return;
  open.queue.close();
  queues.delete(owner);
}

function begin(owner: string): OpenQueue {
  const name = `atelier.scans.${owner}`;
  const queue = new ScanQueue({
    owner,
    store: indexedScanStore(),
    // A queue that outlives its person's session waits for the next one.
    send: async (scan) => (isSignedIn(owner) ? sendScan(scan) : { kind: 'unreachable' }),
    onSettled: (settled) => open.onSettled(settled),
    lock: browserLock(name),
    channel: browserChannel(name),
  });
  const open: OpenQueue = { queue, onSettled: () => undefined };
  queues.set(owner, open);
  queue.subscribe(warnBeforeLoss);
  void queue.resume();
  return open;
}

function isSignedIn(owner: string): boolean {
  const session = currentSession();
  return session !== null && session.token !== '' && scanOwnerOf(session.view) === owner;
}

/** Closing the page asks first while scans wait that only memory holds. */
function warnBeforeLoss(): void {
  const isAtRisk = [...queues.values()].some(({ queue }) => queue.snapshot().unsaved > 0);
  if (isAtRisk) globalThis.addEventListener('beforeunload', ask);
  else globalThis.removeEventListener('beforeunload', ask);
}

const ask = (event: Event): void => event.preventDefault();
