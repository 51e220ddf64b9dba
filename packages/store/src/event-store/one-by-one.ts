const queues = new Map<string, Promise<void>>();

/** Whether work on this key is under way or waiting in this process. */
export const isQueued = (key: string): boolean => queues.has(key);

/** Runs work on the same key one after the other, in the order it came; other keys are not held up. */
export async function oneByOne<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = queues.get(key);
  const { promise: done, resolve: finish } = Promise.withResolvers<void>();
  queues.set(key, done);
  try {
    await before;
    return await work();
  } finally {
    finish();
    if (queues.get(key) === done) queues.delete(key);
  }
}
