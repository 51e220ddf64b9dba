import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { live } from '../../live/live.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { loadChunk } from '@atelier/ui/chunks/lazy-chunk.ts';
import { scanOwnerOf } from './scan-owner.ts';
import { EMPTY_QUEUE, type ScanSettled } from '@atelier/browser-sync/scans/queue-parts.ts';
import type { QueuedScan } from '@atelier/browser-sync/scans/queued-scan.ts';
import type { ScanQueue } from '@atelier/browser-sync/scans/scan-queue.ts';

const loadQueues = () => loadChunk(() => import('./open-queues.ts'));

/** The person's queue of scans on this device: kept in the browser's database, sent as soon as there is contact. */
export function useScanQueue(onSettled: (settled: ScanSettled) => void) {
  const owner = scanOwnerOf(useSession().view);
  const [queue, setQueue] = useState<ScanQueue | null>(null);
  const settled = useRef(onSettled);
  useEffect(() => {
    settled.current = onSettled;
  });

  useEffect(() => {
    const left = new AbortController();
    // The queue comes after the screen's first look; what is scanned meanwhile is taken over.
    void loadQueues().then(({ joinQueue, leaveQueue }) => {
      if (left.signal.aborted) return;
      setQueue(joinQueue(owner, (one) => settled.current(one)));
      left.signal.addEventListener('abort', () => leaveQueue(owner));
    });
    return () => left.abort();
  }, [owner]);

  useEffect(() => {
    if (queue === null) return undefined;
    const nudge = () => queue.nudge();
    const onFreshness = () => live.freshness.state === 'live' && nudge();
    globalThis.addEventListener('online', nudge);
    const stop = live.onFreshness(onFreshness);
    return () => {
      globalThis.removeEventListener('online', nudge);
      stop();
    };
  }, [queue]);

  const snapshot = useSyncExternalStore(
    useMemo(() => queue?.subscribe ?? (() => () => undefined), [queue]),
    () => queue?.snapshot() ?? EMPTY_QUEUE,
  );
  return { queue, owner, add: useAdding(queue), ...snapshot };
}

/** Takes scans also before the device's own store is open: a moment after the screen appears. */
function useAdding(queue: ScanQueue | null): (scan: QueuedScan) => void {
  const early = useRef<QueuedScan[]>([]);
  useEffect(() => {
    if (queue === null) return;
    for (const scan of early.current.splice(0)) void queue.add(scan);
  }, [queue]);
  return useCallback(
    (scan) => {
      if (queue === null) early.current.push(scan);
      else void queue.add(scan);
    },
    [queue],
  );
}
