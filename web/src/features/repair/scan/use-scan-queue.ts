import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { live } from '../../../lib/live/live.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { openScanStore } from './indexed-scan-store.ts';
import { ScanQueue } from './scan-queue.ts';
import type { QueueSnapshot, ScanSettled } from './scan-queue.ts';
import { sendScan } from './send-scan.ts';

const NOTHING: QueueSnapshot = { waiting: [], conflicts: [] };

/** The person's queue of scans on this device: kept in the browser's database, sent as soon as there is contact. */
export function useScanQueue(onSettled: (settled: ScanSettled) => void) {
  const { user, worker } = useSession().view;
  const owner = worker === null ? `user-${user.id}` : `worker-${worker.id}`;
  const [queue, setQueue] = useState<ScanQueue | null>(null);
  const settled = useRef(onSettled);
  useEffect(() => {
    settled.current = onSettled;
  });

  useEffect(() => {
    let opened: ScanQueue | undefined;
    let isGone = false;
    const open = async () => {
      const store = await openScanStore();
      if (isGone) return;
      opened = new ScanQueue({ owner, store, send: sendScan, onSettled: (one) => settled.current(one) });
      setQueue(opened);
      await opened.resume();
    };
    void open();
    return () => {
      isGone = true;
      opened?.close();
    };
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
    () => queue?.snapshot() ?? NOTHING,
  );
  return { queue, owner, ...snapshot };
}
