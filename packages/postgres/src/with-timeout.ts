/**
 * What `work` resolves to; rejects with the error of `late` when that takes more than `ms` milliseconds, at once where
 * no time is left. The work itself goes on: a later rejection of it is ignored.
 */
export async function withTimeout<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), Math.max(0, ms));
  work.catch(() => undefined);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
