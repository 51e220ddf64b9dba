import type { ScanView } from '@atelier/domain/repair/contract.ts';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { ApiError, isUndecided } from '../../../lib/api/api-error.ts';
import { command } from '../../../lib/api/client.ts';
import { live } from '../../../lib/live/live.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { openScanStore } from './indexed-scan-store.ts';
import type { QueuedScan, SendResult } from './queued-scan.ts';
import { ScanQueue } from './scan-queue.ts';
import type { QueueSnapshot, ScanSettled } from './scan-queue.ts';

const SCAN_TIMEOUT_MS = 8_000;
const SIGNED_OUT = new Set([401, 499]);
const NOTHING: QueueSnapshot = { waiting: [], conflicts: [] };

/** `POST /scan` under the scan's own key: whatever happens on the way, it counts once. */
async function sendScan({
  key,
  code,
  target,
  trackingNo,
  wasOffline,
  occurredAt,
}: QueuedScan): Promise<SendResult> {
  const body = {
    code,
    target,
    ...(trackingNo !== null && { tracking_no: trackingNo }),
    ...(wasOffline && { occurred_at: occurredAt }),
  };
  try {
    const answer = await command<ScanView>({
      path: '/scan',
      body,
      idempotencyKey: key,
      timeout: SCAN_TIMEOUT_MS,
    });
    return { kind: 'answer', view: answer.data, position: answer.position };
  } catch (error) {
    if (!(error instanceof ApiError)) return { kind: 'unreachable' };
    const isLater =
      isUndecided(error) || error.status >= 500 || error.status === 429 || SIGNED_OUT.has(error.status);
    return isLater ? { kind: 'unreachable' } : { kind: 'refused', code: error.code };
  }
}

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
