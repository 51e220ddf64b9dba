import { useMemo } from 'react';
import { newKey } from '../../lib/api/new-key.ts';
import { serverNow } from '../../lib/time/server-clock.ts';
import type { ScanSettled } from '@atelier/browser-sync/scans/queue-parts.ts';
import { byScanMoment, nextScanMoment, type PackingOrder } from '@atelier/browser-sync/scans/queued-scan.ts';
import { useScanQueue } from './use-scan-queue.ts';

/** Packing scans of this person on this device: kept like every scan, and sent in the order in which they were made. */
export function usePackingQueue(onSettled: (settled: ScanSettled) => void) {
  const { queue, owner, add, waiting, conflicts } = useScanQueue(onSettled);
  const all = useMemo(() => [...waiting, ...conflicts].sort(byScanMoment), [waiting, conflicts]);
  const pack = (code: string, trackingNo: string | null, packing: PackingOrder) =>
    add({
      key: newKey(),
      owner,
      code,
      target: packing.into === 'package' ? packing.from : 0,
      trackingNo,
      packing,
      occurredAt: nextScanMoment(serverNow()),
      state: 'waiting',
      wasOffline: false,
      answer: null,
      refusal: null,
    });
  return {
    all,
    pack,
    remove: (key: string) => void queue?.dismiss(key),
    sendNow: () => queue?.nudge(),
  };
}

export type PackingQueue = ReturnType<typeof usePackingQueue>;
