import type { ScanView } from '@atelier/contracts/repair/schema.ts';

/** Where a scan packs its piece: the draft package of `trackingNo`, or the transfer basket of a factory. */
export type PackingOrder =
  | {
      readonly into: 'package';
      /** Null for a piece that is on no list of the screen: the server is asked for it. */
      readonly itemId: number | null;
      /** The stage from which this package takes its pieces. */
      readonly from: number;
      readonly orderType: number;
      readonly toClient: boolean;
      readonly destination: number | null;
    }
  | { readonly into: 'basket'; readonly itemId: number; readonly factory: number };

/** A scan on its way to the server. `key` is its idempotency key: sent twice, it still counts once. */
export interface QueuedScan {
  readonly key: string;
  /** The signed-in person; another person's unsent scans are kept, but neither shown nor sent. */
  readonly owner: string;
  readonly code: string;
  readonly target: number;
  readonly trackingNo: string | null;
  /** Set where the scan packs its piece instead of recording it at a stage. */
  readonly packing?: PackingOrder;
  /** ISO moment at the counter. A claim: the server's own time decides. */
  readonly occurredAt: string;
  readonly state: 'waiting' | 'conflict';
  /** True once an attempt failed: the person has seen "queued", so a bad answer goes to the review tray. */
  readonly wasOffline: boolean;
  /** What the server said, for a conflict; null when it refused the call itself (`refusal` says why). */
  readonly answer: ScanView | null;
  readonly refusal: string | null;
}

export type SendResult =
  | {
      readonly kind: 'answer';
      readonly view: ScanView;
      /** Of the log as this screen knew it when it sent the scan. Rows of another one are out of date. */
      readonly epoch?: string | undefined;
    }
  /** No contact, a time-out or a server in trouble: the same key is sent again later. */
  | { readonly kind: 'unreachable' }
  /** A sentence from the server that asking again would not change. */
  | { readonly kind: 'refused'; readonly code: string };

/** Where scans wait across reloads and tabs. Each call may reject: the queue goes on from memory. */
export interface ScanStore {
  readonly list: (owner: string) => Promise<QueuedScan[]>;
  readonly put: (scan: QueuedScan) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
}

/** Order of sending: the moment at the counter; the key only so that every tab agrees. */
export const byScanMoment = (a: QueuedScan, b: QueuedScan): number =>
  a.occurredAt.localeCompare(b.occurredAt) || a.key.localeCompare(b.key);

let lastMs = 0;

/** The moment of a new scan: later than every one before it in this tab, also when the clock is set back. */
export function nextScanMoment(now: number): string {
  lastMs = Math.max(now, lastMs + 1);
  return new Date(lastMs).toISOString();
}
