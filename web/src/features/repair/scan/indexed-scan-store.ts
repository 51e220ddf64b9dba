import { decryptText, encryptText } from '../../../lib/session/vault.ts';
import { byScanMoment, memoryScanStore } from './queued-scan.ts';
import type { QueuedScan, ScanStore } from './queued-scan.ts';

const DATABASE = 'atelier-scans';
const TABLE = 'scans';

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

/** As it lies on the disk: encrypted (product.md §5), or plain where the browser has no WebCrypto. */
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

function storeOf(database: IDBDatabase): ScanStore {
  let last: Promise<void> = Promise.resolve();
  // Sealing takes a moment: without a line a removal could overtake the writing before it.
  const inOrder = (act: () => Promise<void>): Promise<void> => {
    last = last.then(act, act);
    return last;
  };
  return {
    list: async (owner) => {
      const index = database.transaction(TABLE).objectStore(TABLE).index('owner');
      const rows: StoredScan[] = await settled(index.getAll(owner));
      const scans = await Promise.all(rows.map(unsealed));
      return scans.filter((scan) => scan !== null).sort(byScanMoment);
    },
    put: (scan) =>
      inOrder(async () => {
        const row = await sealed(scan);
        await written(database, (table) => void table.put(row));
      }),
    remove: (key) => inOrder(() => written(database, (table) => void table.delete(key))),
  };
}

/** The browser's own database; memory where it is refused (a private window, a full disk). */
export async function openScanStore(): Promise<ScanStore> {
  if (typeof indexedDB === 'undefined') return memoryScanStore();
  try {
    return storeOf(await open());
  } catch {
    return memoryScanStore();
  }
}
