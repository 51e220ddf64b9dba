import { byScanMoment, type QueuedScan, type ScanStore } from './queued-scan.ts';

/** Lives as long as the page. */
export function memoryScanStore(): ScanStore {
  const scans = new Map<string, QueuedScan>();
  return {
    list: async (owner) => [...scans.values()].filter((scan) => scan.owner === owner).sort(byScanMoment),
    put: async (scan) => void scans.set(scan.key, scan),
    remove: async (key) => void scans.delete(key),
  };
}
