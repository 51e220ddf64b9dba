const queues = new WeakMap<object, Map<string, Promise<void>>>();

/** Whether work on this key is under way or waiting, for this owner in this process. */
export const isQueued = (owner: object, key: string): boolean => queues.get(owner)?.has(key) === true;

/** Runs an owner's work on the same key one after the other, in the order it came; other keys are not held up. */
export async function oneByOne<T>(owner: object, key: string, work: () => Promise<T>): Promise<T> {
  const own = queues.get(owner) ?? new Map<string, Promise<void>>();
  queues.set(owner, own);
  const before = own.get(key);
  const { promise: done, resolve: finish } = Promise.withResolvers<void>();
  own.set(key, done);
  try {
    await before;
    return await work();
  } finally {
    finish();
    if (own.get(key) === done) own.delete(key);
  }
}
