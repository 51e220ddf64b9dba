import { decryptText, encryptText } from '../../lib/session/vault.ts';
import { byScanMoment } from './queued-scan.ts';
import type { QueuedScan, ScanStore } from './queued-scan.ts';

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
