import { EMPTY_QUEUE, nextSnapshot, type QueueSnapshot, type ScanQueueParts } from './queue-parts.ts';
import { noChannel, noLock, type QueueChannel, type QueueMessage } from './queue-tabs.ts';
import type { QueuedScan, SendResult } from './queued-scan.ts';
import { ScanBook, keptAfter } from './scan-book.ts';
import { ScanDisk } from './scan-disk.ts';

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 15_000;
const READ_AGAIN_MS = 5_000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Sends a person's scans one after the other, oldest first over all tabs, each under its own idempotency key. A scan is
 * on disk before it is sent and leaves the disk only after an answer; where the disk fails, memory holds it. So a
 * crash, a lost connection or a second tab neither loses nor doubles one.
 */
export class ScanQueue {
  readonly #parts: ScanQueueParts;
  readonly #wait: (ms: number) => Promise<void>;
  readonly #channel: QueueChannel;
  readonly #book = new ScanBook();
  readonly #disk: ScanDisk;
  readonly #listeners = new Set<() => void>();
  #snapshot: QueueSnapshot = EMPTY_QUEUE;
  /** Scanned on this very screen: its user sees the answer. */
  readonly #mine = new Set<string>();
  /** On their way to the disk for the first time. */
  readonly #saving = new Set<string>();
  #isDraining = false;
  #isCutOff = false;
  #isNudged = false;
  #wake: (() => void) | undefined;
  readonly #closing = new AbortController();
  readonly #stopListening: () => void;

  constructor(parts: ScanQueueParts) {
    this.#parts = parts;
    this.#wait = parts.wait ?? pause;
    this.#channel = parts.channel ?? noChannel;
    this.#disk = new ScanDisk({
      owner: parts.owner,
      store: parts.store,
      current: (key) => this.#book.get(key),
      onWritten: (key, isSaved) => this.#announceWritten(key, isSaved),
      wait: this.#wait,
    });
    this.#stopListening = this.#channel.listen((message) => this.#receive(message));
  }

  /** Takes up what an earlier page left unsent and what other tabs hold. A store that cannot be read is read later. */
  async resume(): Promise<void> {
    this.#channel.post({ kind: 'hello' });
    const stored = await this.#refresh();
    this.nudge();
    if (stored === undefined) void this.#readLater();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): QueueSnapshot => this.#snapshot;

  /** Takes a scan and sends it when its turn comes. Resolves when it is stored or could not be, not when it is sent. */
  async add(scan: QueuedScan): Promise<void> {
    this.#mine.add(scan.key);
    this.#saving.add(scan.key);
    this.#book.take(scan);
    this.#publish();
    await this.#disk.write(scan.key);
    this.#saving.delete(scan.key);
    // Known to be cut off: the person hears so at once, not after another failed attempt.
    if (this.#isCutOff) await this.#markOffline();
    this.nudge();
  }

  /** Try now: the network or the live connection came back, or the person asked. */
  nudge(): void {
    this.#isNudged = true;
    this.#wake?.();
    if (this.#isDraining || this.#isClosed) return;
    this.#isDraining = true;
    void this.#drain().finally(() => {
      this.#isDraining = false;
      // Something may have been added between the last look and this moment.
      if (!this.#isClosed && this.#next() !== undefined) this.nudge();
    });
  }

  /** A conflict was looked at. */
  async dismiss(key: string): Promise<void> {
    this.#forget(key);
    this.#channel.post({ kind: 'gone', key });
    await this.#disk.write(key);
  }

  /** The screen was left: its answers are no longer seen. Unexpected ones then wait for review. */
  leave(): void {
    this.#mine.clear();
  }

  /** Stops sending; what waits stays stored for the next sign-in. */
  close(): void {
    this.#closing.abort();
    this.#disk.close();
    this.#stopListening();
    this.#wake?.();
  }

  async #readLater(): Promise<void> {
    do await this.#wait(READ_AGAIN_MS);
    while (!this.#isClosed && (await this.#refresh()) === undefined);
    this.nudge();
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  async #drain(): Promise<void> {
    const lock = this.#parts.lock ?? noLock;
    let retryAfter = FIRST_RETRY_MS;
    while (this.#next() !== undefined && !this.#isClosed) {
      this.#isNudged = false;
      let isReached = true;
      await lock(async () => {
        isReached = await this.#sendOldest();
      }, this.#closing.signal);
      if (!isReached) await this.#sleep(retryAfter);
      retryAfter = isReached ? FIRST_RETRY_MS : Math.min(retryAfter * 2, LAST_RETRY_MS);
    }
  }

  /** One turn: what another tab has settled meanwhile is not sent again. Answers whether there is contact. */
  async #sendOldest(): Promise<boolean> {
    const early = new Set(this.#book.all().map(({ key }) => key));
    const stored = await this.#refresh();
    const next = this.#next();
    if (next === undefined || this.#isClosed) return true;
    // Added while the store was read: what another tab stored before it is not in that list, so it is read again.
    if (!early.has(next.key) && stored?.has(next.key) !== true) return true;
    const result = await this.#parts.send(next).catch((): SendResult => ({ kind: 'unreachable' }));
    this.#isCutOff = result.kind === 'unreachable';
    await (this.#isCutOff ? this.#markOffline() : this.#settle(next.key, result));
    return !this.#isCutOff;
  }

  /** The oldest one, once its first write came to an end: none overtakes it. */
  #next(): QueuedScan | undefined {
    const oldest = this.#book.all().find((scan) => scan.state === 'waiting');
    return oldest !== undefined && !this.#saving.has(oldest.key) ? oldest : undefined;
  }

  /** The store is the truth over all tabs: what it no longer holds was settled by another one. Answers its keys, undefined when it cannot be read. */
  async #refresh(): Promise<ReadonlySet<string> | undefined> {
    const before = [...this.#disk.saved];
    const stored = await this.#disk.list();
    const keys = stored && new Set(stored.map(({ key }) => key));
    for (const scan of stored ?? []) this.#takeStored(scan);
    const settled = keys === undefined ? [] : before.filter((key) => !keys.has(key));
    for (const key of settled) this.#forget(key);
    this.#publish();
    return keys;
  }

  #takeStored(scan: QueuedScan): void {
    if (this.#book.isGone(scan.key)) return void this.#disk.write(scan.key);
    this.#book.take(scan);
    this.#disk.saved.add(scan.key);
  }

  /** Every waiting scan was shown as waiting: its later answer is not seen at once. */
  async #markOffline(): Promise<void> {
    const fresh = this.#book.all().filter((scan) => scan.state === 'waiting' && !scan.wasOffline);
    for (const { key } of fresh) await this.#settle(key, { kind: 'unreachable' });
  }

  async #settle(key: string, result: SendResult): Promise<void> {
    const scan = this.#book.get(key);
    // Another tab was faster: its answer is the same one.
    if (scan?.state !== 'waiting') return;
    if (result.kind === 'unreachable' && scan.wasOffline) return;
    const kept = keptAfter(scan, result, this.#mine.has(key));
    if (kept === null) this.#book.forget(key);
    else this.#book.take(kept);
    this.#publish();
    this.#channel.post({ kind: 'settled', scan, result, kept });
    this.#parts.onSettled({ scan, result });
    await this.#disk.write(key);
  }

  #forget(key: string): void {
    if (!this.#book.forget(key)) return;
    // A write of this tab may have come after the removal by the other one.
    if (this.#disk.saved.has(key) || this.#disk.failed.has(key)) void this.#disk.write(key);
    this.#publish();
  }

  #receive(message: QueueMessage): void {
    switch (message.kind) {
      case 'hello':
        this.#announceUnsaved();
        break;
      case 'kept':
        this.#takeKept(message);
        break;
      case 'settled':
        this.#takeSettled(message);
        break;
      case 'gone':
        this.#forget(message.key);
        break;
    }
  }

  #takeKept({ scan, isSaved }: Extract<QueueMessage, { kind: 'kept' }>): void {
    if (this.#book.isGone(scan.key)) return this.#channel.post({ kind: 'gone', key: scan.key });
    const isNews = this.#book.take(scan);
    if (isSaved) this.#disk.noteSaved(scan.key);
    else this.#disk.noteFailed(scan.key);
    this.#publish();
    if (isNews && scan.state === 'waiting' && !scan.wasOffline) this.nudge();
  }

  #takeSettled({ scan, result, kept }: Extract<QueueMessage, { kind: 'settled' }>): void {
    const { key } = scan;
    this.#isCutOff = result.kind === 'unreachable';
    const isKnown = this.#book.isGone(key) || this.#book.get(key)?.state === 'conflict';
    if (kept === null) this.#forget(key);
    else if (this.#book.take(kept)) this.#publish();
    if (isKnown) return;
    this.#parts.onSettled({ scan, result });
    // The screen is in use: the answer is seen here, and needs no review.
    if (kept?.state === 'conflict' && !scan.wasOffline && this.#mine.has(key)) void this.dismiss(key);
  }

  #announceWritten(key: string, isSaved: boolean): void {
    this.#publish();
    if (isSaved) this.#announce(key, true);
    else this.#announceUnsaved();
  }

  /** All that the disk does not say, oldest first: a tab that has just opened must not learn of a later one alone. */
  #announceUnsaved(): void {
    const { failed } = this.#disk;
    for (const { key } of this.#book.all()) if (failed.has(key)) this.#announce(key, false);
    for (const key of failed) if (this.#book.isGone(key)) this.#announce(key, false);
  }

  #announce(key: string, isSaved: boolean): void {
    const scan = this.#book.get(key);
    this.#channel.post(scan === undefined ? { kind: 'gone', key } : { kind: 'kept', scan, isSaved });
  }

  async #sleep(ms: number): Promise<void> {
    if (this.#isNudged || this.#isClosed) return;
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    await Promise.race([this.#wait(ms), woken]);
    this.#wake = undefined;
  }

  /** Most turns find what is known already: then nothing is published, for a screen would be drawn again. */
  #publish(): void {
    const scans = this.#book.all();
    const waiting = scans.filter((scan) => scan.state === 'waiting');
    const next = nextSnapshot(this.#snapshot, {
      waiting,
      conflicts: scans.filter((scan) => scan.state === 'conflict'),
      unsaved: waiting.filter(({ key }) => this.#disk.failed.has(key)).length,
      isDiskFailing: this.#disk.isFailing,
    });
    if (next === this.#snapshot) return;
    this.#snapshot = next;
    for (const listener of this.#listeners) listener();
  }
}
