/**
 * Encrypted texts in a browser storage (product/identity.md §4). AES-256-GCM; the key is not
 * extractable and lives in IndexedDB, so a copy of the storage alone says nothing. Without WebCrypto (plain http on a
 * shop's network) `encryptText` answers null and the caller decides: a session then lasts as long as the page.
 */
const DATABASE = 'atelier';
const STORE = 'keys';
const KEY_NAME = 'vault';

/** What is kept in the local storage for later: drafts by piece, the one deposit that an account writes, unsent remarks. */
export const KEPT = {
  drafts: 'atelier.drafts',
  deposit: 'atelier.draft.create-rma',
  remarks: 'atelier.remarks',
} as const;

function asPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB refused'));
  });
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return asPromise(request);
}

/** Takes the stored key, or stores a new one; `add` in one transaction, so two windows that start together agree. */
async function vaultKey(): Promise<CryptoKey> {
  const database = await openDatabase();
  const read = () =>
    asPromise<CryptoKey | undefined>(database.transaction(STORE).objectStore(STORE).get(KEY_NAME));
  const known = await read();
  if (known) return known;
  const fresh = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  const added = asPromise(database.transaction(STORE, 'readwrite').objectStore(STORE).add(fresh, KEY_NAME));
  return added.then(
    () => fresh,
    async () => (await read()) ?? fresh,
  );
}

let keyOnce: Promise<CryptoKey | null> | undefined;

/** Null where there is no WebCrypto or no IndexedDB (private windows of some browsers). */
function key(): Promise<CryptoKey | null> {
  keyOnce ??= crypto.subtle ? vaultKey().catch(() => null) : Promise.resolve(null);
  return keyOnce;
}

/** In parts: a draft with a signature has more bytes than a call takes arguments. */
function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

export async function encryptText(text: string): Promise<string | null> {
  const secret = await key();
  if (!secret) return null;
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, secret, new TextEncoder().encode(text));
  return `${toBase64(iv)}.${toBase64(new Uint8Array(sealed))}`;
}

/** Null for anything that this device did not write itself. */
export async function decryptText(sealed: string): Promise<string | null> {
  const secret = await key();
  const [iv, body] = sealed.split('.');
  if (!secret || !iv || !body) return null;
  try {
    const plain = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: fromBase64(iv) },
      secret,
      fromBase64(body),
    );
    return new TextDecoder().decode(plain);
  } catch {
    return null;
  }
}

/** Reads an encrypted JSON value; null when absent or not ours. */
export async function readSealed<T>(storage: Storage, name: string): Promise<T | null> {
  const sealed = storage.getItem(name);
  const text = sealed === null ? null : await decryptText(sealed);
  return text === null ? null : (JSON.parse(text) as T);
}

const lastWrite = new Map<string, Promise<unknown>>();

/** Does something with a value behind whatever is being written under its name. */
export function inTurn<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  const done = (lastWrite.get(name) ?? Promise.resolve()).then(work);
  lastWrite.set(
    name,
    done.catch(() => undefined),
  );
  return done;
}

/** Writes an encrypted JSON value; writes of one name keep their order. False where nothing can be kept encrypted. */
export const writeSealed = (storage: Storage, name: string, value: unknown): Promise<boolean> =>
  inTurn(name, async () => {
    const sealed = await encryptText(JSON.stringify(value));
    if (sealed !== null) storage.setItem(name, sealed);
    return sealed !== null;
  });

/** Forgets a value, also one that is still being written. */
export function forgetSealed(storage: Storage, name: string): Promise<void> {
  storage.removeItem(name);
  return inTurn(name, () => storage.removeItem(name));
}
