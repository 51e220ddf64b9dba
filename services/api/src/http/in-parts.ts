// As many as one append takes along: what is under way together shares a commit.
const atOnce = 32;

/**
 * Does `work` for all, up to 32 at once, and answers in the order given. One that throws is thrown once those that were
 * under way with it have ended; none is begun after it.
 */
export async function inParts<T, R>(
  all: readonly T[],
  work: (one: T) => Promise<R>,
  most = atOnce,
): Promise<readonly R[]> {
  const results: R[] = [];
  for (let first = 0; first < all.length; first += most) {
    const ended = await Promise.allSettled(all.slice(first, first + most).map(work));
    for (const one of ended) {
      if (one.status === 'rejected') throw one.reason;
      results.push(one.value);
    }
  }
  return results;
}
