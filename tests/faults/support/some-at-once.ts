/** Does the work for all, so many at once; answers in their order. */
export async function someAtOnce<T, R>(
  all: readonly T[],
  atOnce: number,
  work: (one: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  const left = [...all.entries()];
  const lane = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift())
      results[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return results;
}
