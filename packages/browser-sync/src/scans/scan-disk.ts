import { decryptText, encryptText } from '../storage/vault.ts';
import { byScanMoment, type QueuedScan, type ScanStore } from './queued-scan.ts';

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

const DATABASE = 'atelier-scans';
const TABLE = 'scans';
const PATIENCE_MS = 3_000;

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB request failed')));
  });
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(TABLE, { keyPath: 'key' }).createIndex('owner', 'owner');
  });
  return settled(request);
}

/** Resolves when the transaction is on disk, not when the request was accepted: an unsent scan must survive a crash. */
function written(database: IDBDatabase, act: (table: IDBObjectStore) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(TABLE, 'readwrite', { durability: 'strict' });
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new Error('IndexedDB write failed')),
    );
    act(transaction.objectStore(TABLE));
  });
}

/** A database that does not answer must not keep a scan from being sent. */
function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('IndexedDB did not answer')), PATIENCE_MS);
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** As it lies on the disk: encrypted (product/identity.md §4), or plain where the browser has no WebCrypto. */
interface StoredScan {
  readonly key: string;
  readonly owner: string;
  readonly sealed: string | null;
  readonly plain: QueuedScan | null;
}

async function sealed(scan: QueuedScan): Promise<StoredScan> {
  const text = await encryptText(JSON.stringify(scan));
  return { key: scan.key, owner: scan.owner, sealed: text, plain: text === null ? scan : null };
}

/** Null for what another device's key has sealed. */
async function unsealed(row: StoredScan): Promise<QueuedScan | null> {
  if (row.sealed === null) return row.plain;
  const text = await decryptText(row.sealed);
  return text === null ? null : (JSON.parse(text) as QueuedScan);
}

/** Opens rows; one that has not changed since the last time is not opened again. */
function rowReader(): (rows: readonly StoredScan[]) => Promise<QueuedScan[]> {
  let known = new Map<string | null, QueuedScan | null>();
  return async (rows) => {
    const opened = await Promise.all(
      rows.map(async (row) => [row.sealed, known.get(row.sealed) ?? (await unsealed(row))] as const),
    );
    known = new Map(opened.filter(([text]) => text !== null));
    return opened.flatMap(([, scan]) => scan ?? []);
  };
}

/** One connection, opened when it is first needed and again after it was lost. */
class Connection {
  #opening: Promise<IDBDatabase> | undefined;
  #wasLost = false;

  async use<T>(act: (database: IDBDatabase) => Promise<T>): Promise<T> {
    this.#opening ??= this.#open();
    try {
      return await act(await this.#opening);
    } catch (error) {
      // A full disk keeps the connection; a closed one answers this to everything.
      if (error instanceof DOMException && error.name === 'InvalidStateError') this.#lose();
      throw error;
    }
  }

  /** What was read before may be gone with a database that was deleted: true once after a connection was lost. */
  takeLoss(): boolean {
    const wasLost = this.#wasLost;
    this.#wasLost = false;
    return wasLost;
  }

  async #open(): Promise<IDBDatabase> {
    try {
      const database = await open();
      database.addEventListener('close', () => this.#lose());
      return database;
    } catch (error) {
      this.#opening = undefined;
      throw error;
    }
  }

  #lose(): void {
    this.#opening = undefined;
    this.#wasLost = true;
  }
}

/**
 * The browser's own database. Every call rejects where it is refused (a private window, a full disk), and after 3 s
 * without an answer; `list` also once after the connection was lost, for what was stored may be gone with it.
 */
export function indexedScanStore(): ScanStore {
  const connection = new Connection();
  const scansOf = rowReader();
  let last: Promise<void> = Promise.resolve();
  // Sealing takes a moment: without a line a removal could overtake the writing before it.
  const inOrder = (act: () => Promise<void>): Promise<void> => {
    const next = last.then(() => inTime(act()));
    last = next.catch(() => undefined);
    return next;
  };
  const write = (act: (table: IDBObjectStore) => void): Promise<void> =>
    connection.use((database) => written(database, act));
  return {
    list: async (owner) => {
      if (connection.takeLoss()) throw new Error('the connection to IndexedDB was lost');
      const rows = await inTime(connection.use((database) => rowsOf(database, owner)));
      return (await scansOf(rows)).sort(byScanMoment);
    },
    put: (scan) =>
      inOrder(async () => {
        const row = await sealed(scan);
        await write((table) => void table.put(row));
      }),
    remove: (key) => inOrder(() => write((table) => void table.delete(key))),
  };
}

function rowsOf(database: IDBDatabase, owner: string): Promise<StoredScan[]> {
  return settled(database.transaction(TABLE).objectStore(TABLE).index('owner').getAll(owner));
}
