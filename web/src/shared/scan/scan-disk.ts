import type { QueuedScan, ScanStore } from './queued-scan.ts';

const RETRY_MS = 5_000;

export interface ScanDiskParts {
  readonly owner: string;
  readonly store: ScanStore;
  /** What memory holds of a scan; undefined once it is gone. The disk follows it. */
  readonly current: (key: string) => QueuedScan | undefined;
  /** A write came to an end, or fails where it did not before. */
  readonly onWritten: (key: string, isSaved: boolean) => void;
  readonly wait: (ms: number) => Promise<void>;
}

/** Brings the store to what memory says, again and again until it takes it. Nothing here rejects. */
export class ScanDisk {
  readonly #parts: ScanDiskParts;
  /** Keys the store holds in some version, as far as this tab knows. */
  readonly saved = new Set<string>();
  /** Keys whose last write failed. */
  readonly failed = new Set<string>();
  /** The last scan to be saved could not be. */
  isFailing = false;
  #line: Promise<void> = Promise.resolve();
  #isRetrying = false;
  #isClosed = false;

  constructor(parts: ScanDiskParts) {
    this.#parts = parts;
  }

  /** What the store holds; undefined when it cannot be read. Then nothing counts as saved any more. */
  async list(): Promise<readonly QueuedScan[] | undefined> {
    try {
      return await this.#parts.store.list(this.#parts.owner);
    } catch {
      for (const key of this.saved) this.noteFailed(key);
      this.saved.clear();
      return undefined;
    }
  }

  /** Saves or removes one scan, after everything that was asked before. */
  write(key: string): Promise<void> {
    this.#line = this.#line.then(() => this.#writeInOrder(key));
    return this.#line;
  }

  noteSaved(key: string): void {
    this.saved.add(key);
    this.failed.delete(key);
    this.isFailing = false;
  }

  noteFailed(key: string): void {
    if (this.#parts.current(key) !== undefined) this.isFailing = true;
    this.failed.add(key);
    void this.#retry();
  }

  close(): void {
    this.#isClosed = true;
  }

  async #writeInOrder(key: string): Promise<void> {
    const isSaving = this.#parts.current(key) !== undefined;
    if (isSaving && !(await this.#saveFailed())) this.#fail(key);
    else await this.#attempt(key);
  }

  /** What failed before is saved before: the disk never holds a later scan of this tab without an earlier one. */
  async #saveFailed(): Promise<boolean> {
    for (const key of this.failed) {
      if (this.#parts.current(key) !== undefined && !(await this.#attempt(key))) return false;
    }
    return true;
  }

  /** Answers whether the store took it; once more when the scan changed meanwhile. */
  async #attempt(key: string): Promise<boolean> {
    const scan = this.#parts.current(key);
    const { store } = this.#parts;
    try {
      await (scan === undefined ? store.remove(key) : store.put(scan));
    } catch {
      this.#fail(key);
      return false;
    }
    if (scan === undefined) this.#noteRemoved(key);
    else this.noteSaved(key);
    if (this.#parts.current(key) !== scan) return this.#attempt(key);
    this.#parts.onWritten(key, true);
    return true;
  }

  #noteRemoved(key: string): void {
    this.saved.delete(key);
    this.failed.delete(key);
  }

  #fail(key: string): void {
    const isNews = !this.failed.has(key);
    // Nothing to remove: it never was on the disk.
    if (this.#parts.current(key) === undefined && !this.saved.has(key)) this.failed.delete(key);
    else this.noteFailed(key);
    if (isNews) this.#parts.onWritten(key, false);
  }

  async #retry(): Promise<void> {
    if (this.#isRetrying) return;
    this.#isRetrying = true;
    while (this.failed.size > 0 && !this.#isClosed) {
      await this.#parts.wait(RETRY_MS);
      for (const key of this.failed) {
        if (this.#isClosed) break;
        await this.write(key);
        if (this.failed.has(key)) break;
      }
    }
    this.#isRetrying = false;
  }
}
