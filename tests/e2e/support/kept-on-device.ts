import type { Page } from '@playwright/test';

/**
 * Everything that a window shows and its browser keeps, as one text: the page with what is typed into it, both storages,
 * every database and every cache. What is sealed is opened with the device's own key, which any user of the
 * device could do.
 */
export function keptOnDevice(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const asPromise = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
      });
    const rows: unknown[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await asPromise(indexedDB.open(name));
      for (const table of database.objectStoreNames)
        rows.push(...(await asPromise(database.transaction(table).objectStore(table).getAll())));
      database.close();
    }
    const key = rows.find((row) => row instanceof CryptoKey);
    const bytes = (text: string) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
    const open = async (text: string) => {
      const [iv = '', body = ''] = text.split('.');
      try {
        const algorithm = { name: 'AES-GCM', iv: bytes(iv) };
        const plain = await crypto.subtle.decrypt(algorithm, key as CryptoKey, bytes(body));
        return new TextDecoder().decode(plain);
      } catch {
        return '';
      }
    };
    const found: string[] = [document.documentElement.outerHTML, location.href];
    for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea'))
      found.push(field.value);
    for (const storage of [localStorage, sessionStorage])
      for (const [name, value] of Object.entries(storage)) found.push(name, value, await open(String(value)));
    for (const row of rows) {
      found.push(JSON.stringify(row));
      if (typeof row === 'object' && row !== null && 'sealed' in row)
        found.push(await open(String(row.sealed)));
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const response of await cache.matchAll()) found.push(await response.text());
    }
    return found.join('\n');
  });
}
