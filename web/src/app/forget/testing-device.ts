/** A database of the browser that keeps values by key, as far as the device's vault asks it. */
export function fakeIndexedDb(): Pick<IDBFactory, 'open'> {
  const kept = new Map<string, unknown>();
  const answer = (result: unknown) => {
    const request = { result, onsuccess: null as (() => void) | null };
    queueMicrotask(() => request.onsuccess?.());
    return request;
  };
  const table = {
    get: (key: string) => answer(kept.get(key)),
    add: (value: unknown, key: string) => {
      kept.set(key, value);
      return answer(key);
    },
  };
  const database = { transaction: () => ({ objectStore: () => table }) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as much of it as is asked
  return { open: () => answer(database) } as unknown as Pick<IDBFactory, 'open'>;
}
