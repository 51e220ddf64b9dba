/** Draws `count` of the list without repeats; the same seed and list draw the same ones in the same order. */
export function drawSample<T>(list: readonly T[], count: number, seed: number): T[] {
  const next = numbersFrom(seed);
  return list
    .map((value) => ({ value, order: next() }))
    .toSorted((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ value }) => value);
}

/** Evenly spread numbers from 0 to 2³² (xorshift after a mix of the seed). */
function numbersFrom(seed: number): () => number {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return Math.imul(state, 0x2545f491) >>> 0;
  };
}
