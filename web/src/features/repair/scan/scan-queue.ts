import { isConflict } from '../../piece/verdicts.ts';
import type { QueuedScan, ScanStore, SendResult } from './queued-scan.ts';

export interface ScanSettled {
  readonly scan: QueuedScan;
  readonly result: SendResult;
}

export interface QueueSnapshot {
  readonly waiting: readonly QueuedScan[];
  readonly conflicts: readonly QueuedScan[];
}

export interface ScanQueueParts {
  readonly owner: string;
  readonly store: ScanStore;
  readonly send: (scan: QueuedScan) => Promise<SendResult>;
  /** Called for every answer, and for every failed attempt (`unreachable`). */
  readonly onSettled: (settled: ScanSettled) => void;
  readonly wait?: (ms: number) => Promise<void>;
}

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 15_000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Sends scans one after the other, oldest first, each under its own idempotency key. A scan is on disk before it is
 * sent and leaves the disk only after an answer, so a crash or a lost connection neither loses nor doubles one.
 */
export class ScanQueue {
  readonly #parts: ScanQueueParts;
  readonly #listeners = new Set<() => void>();
  #scans: readonly QueuedScan[] = [];
  #snapshot: QueueSnapshot = { waiting: [], conflicts: [] };
  readonly #stored = new Set<string>();
  #isDraining = false;
  #isCutOff = false;
  #wake: (() => void) | undefined;
  #isClosed = false;

  constructor(parts: ScanQueueParts) {
    this.#parts = parts;
  }

  /** Takes up what an earlier page left unsent. */
  async resume(): Promise<void> {
    const stored = await this.#parts.store.list(this.#parts.owner);
    const known = new Set(this.#scans.map((scan) => scan.key));
    for (const scan of stored) this.#stored.add(scan.key);
    this.#publish([...stored.filter((scan) => !known.has(scan.key)), ...this.#scans]);
    this.nudge();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): QueueSnapshot => this.#snapshot;

  /** Puts a scan at the end and sends when its turn comes. Resolves when it is stored, not when it is sent. */
  async add(scan: QueuedScan): Promise<void> {
    this.#publish([...this.#scans, scan]);
    await this.#parts.store.put(scan);
    this.#stored.add(scan.key);
    // Known to be cut off: the person hears so at once, not after another failed attempt.
    if (this.#isCutOff) await this.#markOffline();
    this.nudge();
  }

  /** Try now: the network or the live connection came back, or the person asked. */
  nudge(): void {
    this.#wake?.();
    if (this.#isDraining) return;
    this.#isDraining = true;
    void this.#drain().finally(() => {
      this.#isDraining = false;
      // Something may have been added between the last look and this moment.
      if (!this.#isClosed && this.#next() !== undefined) this.nudge();
    });
  }

  /** A conflict was looked at. */
  async dismiss(key: string): Promise<void> {
    await this.#parts.store.remove(key);
    this.#publish(this.#scans.filter((scan) => scan.key !== key));
  }

  /** Stops sending; what waits stays stored for the next sign-in. */
  close(): void {
    this.#isClosed = true;
    this.#wake?.();
  }

  async #drain(): Promise<void> {
    let retryAfter = FIRST_RETRY_MS;
    for (let next = this.#next(); next !== undefined && !this.#isClosed; next = this.#next()) {
      const result = await this.#parts.send(next);
      this.#isCutOff = result.kind === 'unreachable';
      if (result.kind !== 'unreachable') {
        await this.#settle(next, result);
        retryAfter = FIRST_RETRY_MS;
        continue;
      }
      await this.#markOffline();
      await this.#sleep(retryAfter);
      retryAfter = Math.min(retryAfter * 2, LAST_RETRY_MS);
    }
  }

  /** The oldest one, once it is on disk: none overtakes it. */
  #next(): QueuedScan | undefined {
    const oldest = this.#scans.find((scan) => scan.state === 'waiting');
    return oldest !== undefined && this.#stored.has(oldest.key) ? oldest : undefined;
  }

  /** Everything that waits was seen to wait: its answer, when it comes, is news nobody stands before. */
  async #markOffline(): Promise<void> {
    const fresh = this.#scans.filter((scan) => scan.state === 'waiting' && !scan.wasOffline);
    for (const scan of fresh) await this.#settle(scan, { kind: 'unreachable' });
  }

  async #settle(scan: QueuedScan, result: SendResult): Promise<void> {
    const kept = keptAfter(scan, result);
    if (kept === undefined) await this.#parts.store.remove(scan.key);
    else if (kept !== scan) await this.#parts.store.put(kept);
    this.#publish(this.#scans.flatMap((one) => (one.key === scan.key ? (kept ?? []) : one)));
    this.#parts.onSettled({ scan, result });
  }

  async #sleep(ms: number): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    await Promise.race([(this.#parts.wait ?? pause)(ms), woken]);
    this.#wake = undefined;
  }

  #publish(scans: readonly QueuedScan[]): void {
    this.#scans = scans;
    this.#snapshot = {
      waiting: scans.filter((scan) => scan.state === 'waiting'),
      conflicts: scans.filter((scan) => scan.state === 'conflict'),
    };
    for (const listener of this.#listeners) listener();
  }
}

/** What stays of a scan after an attempt: itself, a conflict to review, or nothing. */
function keptAfter(scan: QueuedScan, result: SendResult): QueuedScan | undefined {
  switch (result.kind) {
    case 'unreachable':
      return scan.wasOffline ? scan : { ...scan, wasOffline: true };
    case 'refused':
      return scan.wasOffline ? { ...scan, state: 'conflict', refusal: result.code } : undefined;
    case 'answer':
      return scan.wasOffline && isConflict(result.view.verdict)
        ? { ...scan, state: 'conflict', answer: result.view }
        : undefined;
  }
}
