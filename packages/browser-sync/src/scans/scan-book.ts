import type { ScanVerdictName } from '@atelier/contracts/repair/schema.ts';
import { byScanMoment, type QueuedScan, type SendResult } from './queued-scan.ts';

/** A response that a person must look at when it comes for a scan made offline. */
const isConflict = (verdict: ScanVerdictName): boolean =>
  verdict !== 'accepted' && verdict !== 'already_done';

/** A scan only goes forward: waiting, waiting and known to be late, a conflict to review, gone. */
const stageOf = ({ state, wasOffline }: QueuedScan): number =>
  state === 'conflict' ? 2 : wasOffline ? 1 : 0;

/**
 * What one tab knows of a person's scans, oldest first. A later state of a scan wins whatever order it comes in,
 * so tabs that have read the same messages hold the same scans. A key that is gone stays gone for the life of the
 * page.
 */
export class ScanBook {
  #scans: readonly QueuedScan[] = [];
  readonly #gone = new Set<string>();

  all(): readonly QueuedScan[] {
    return this.#scans;
  }

  get(key: string): QueuedScan | undefined {
    return this.#scans.find((scan) => scan.key === key);
  }

  isGone(key: string): boolean {
    return this.#gone.has(key);
  }

  /** Takes a scan in unless as much is known of it. Answers whether anything changed. */
  take(scan: QueuedScan): boolean {
    const known = this.get(scan.key);
    if (this.#gone.has(scan.key)) return false;
    if (known !== undefined && stageOf(known) >= stageOf(scan)) return false;
    this.#scans = [...this.#scans.filter(({ key }) => key !== scan.key), scan].sort(byScanMoment);
    return true;
  }

  /** The scan is answered, or its conflict was seen. Returns whether that was new. */
  forget(key: string): boolean {
    if (this.#gone.has(key)) return false;
    this.#gone.add(key);
    this.#scans = this.#scans.filter((scan) => scan.key !== key);
    return true;
  }
}

/** What stays of a scan after an attempt: itself, an unseen conflict, or nothing. */
export function keptAfter(scan: QueuedScan, result: SendResult, isMine: boolean): QueuedScan | null {
  const isSeen = isMine && !scan.wasOffline;
  switch (result.kind) {
    case 'unreachable':
      return { ...scan, wasOffline: true };
    case 'refused':
      return isSeen ? null : { ...scan, state: 'conflict', refusal: result.code };
    case 'answer':
      return !isSeen && isConflict(result.view.verdict)
        ? // Without its piece: what lies on the disk for days names no customer.
          { ...scan, state: 'conflict', answer: { ...result.view, item: null } }
        : null;
  }
}
