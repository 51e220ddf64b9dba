const mutexes = new WeakMap<object, Map<string, Promise<void>>>();

/** Whether the mutex of this key is held or awaited, for this owner in this process. */
export const isKeyHeld = (owner: object, key: string): boolean => mutexes.get(owner)?.has(key) === true;

/**
 * Runs an owner's work on the same key one after the other, in the order it came; other keys are not held up.
 * @param turn awaits the work before it; by default however long that takes. Where it throws, this work is not run.
 */
export async function withKeyedMutex<T>(
  owner: object,
  key: string,
  work: () => Promise<T>,
  turn: (before: Promise<void>) => Promise<void> = (before) => before,
): Promise<T> {
  const own = mutexes.get(owner) ?? new Map<string, Promise<void>>();
  mutexes.set(owner, own);
  const before = own.get(key);
  const { promise: done, resolve: finish } = Promise.withResolvers<void>();
  own.set(key, done);
  const leave = (): void => {
    finish();
    if (own.get(key) === done) own.delete(key);
  };
  try {
    if (before !== undefined) await turn(before);
    return await work();
  } finally {
    // One that gave up leaves when its turn would have come: those behind it still wait for the work before.
    void (before ?? Promise.resolve()).then(leave);
  }
}
