/** A seeded source of choices: the same seed gives the same demo, on every machine. Never for secrets. */
export interface Random {
  /** A float in [0, 1). */
  next(): number;
  /** A whole number, both ends included. */
  int(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Picks by weight; weights need not sum to anything in particular. */
  weighted<T>(list: readonly (readonly [T, number])[]): T;
  /** `length` random decimal digits. */
  digits(length: number): string;
}

const hash = (text: string): number => {
  let value = 0x811c9dc5;
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
};

/** splitmix32: small, fast, and good enough that neighbouring seeds do not look alike. */
const splitmix = (seed: number) => {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
};

const at = <T>(list: readonly T[], index: number): T => {
  const found = list[index];
  if (found === undefined) throw new RangeError('cannot pick from an empty list');
  return found;
};

const weightedPick = <T>(list: readonly (readonly [T, number])[], roll: number): T => {
  let left = roll * list.reduce((sum, [, weight]) => sum + weight, 0);
  const hit = list.find(([, weight]) => (left -= weight) < 0);
  return (hit ?? at(list, list.length - 1))[0];
};

/**
 * The stream of choices of one part of the demo. Each part (`label`) has its own, so that adding a product
 * does not rename every customer.
 */
export const createRandom = (seed: number, label: string): Random => {
  const next = splitmix(hash(`${seed}/${label}`));
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (list) => at(list, int(0, list.length - 1)),
    weighted: (list) => weightedPick(list, next()),
    digits: (length) => Array.from({ length }, () => int(0, 9)).join(''),
  };
};
