/** A series of weekly counts like the demo's: its level, season and trend are drawn, its weeks are Poisson. */
export interface MadeSeries {
  readonly level: number;
  readonly counts: readonly number[];
}

const WEEKS_A_YEAR = 365.25 / 7;
const [LEAST, MOST] = [2, 40];

/** From the least that is watched to busy, evenly on a logarithmic scale; one in three is overdispersed. A doubling begins at `doubledFrom`. */
export function makeSeries(seed: number, weeks: number, doubledFrom = weeks): MadeSeries {
  const random = seededRandom(seed);
  const level = LEAST * (MOST / LEAST) ** random();
  const wave = 0.35 * random();
  const phase = 2 * Math.PI * random();
  const trend = 0.4 * (random() - 0.5);
  const spread = random() < 1 / 3 ? 0.3 : 0;
  const counts = Array.from({ length: weeks }, (_, week) => {
    const season = 1 + wave * Math.sin((2 * Math.PI * week) / WEEKS_A_YEAR + phase);
    const mean = level * season * Math.exp((trend * week) / WEEKS_A_YEAR) * (week >= doubledFrom ? 2 : 1);
    return drawCount(random, spread === 0 ? mean : mean * drawGamma(random, 1 / (spread * spread)));
  });
  return { level, counts };
}

type Random = () => number;

/** Tommy Ettinger's mulberry32: the same numbers for the same seed. */
function seededRandom(seed: number): Random {
  let state = Math.imul(seed + 1, 2_654_435_761);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Knuth's product in parts, so that no power underflows. */
function drawCount(random: Random, mean: number): number {
  let left = mean;
  let count = 0;
  while (left > 0) {
    const part = Math.min(left, 30);
    left -= part;
    for (let product = random(); product > Math.exp(-part); product *= random()) count += 1;
  }
  return count;
}

/** A gamma value with mean 1 and the given whole-numbered shape, as a sum of exponential ones. */
function drawGamma(random: Random, shape: number): number {
  const parts = Math.max(1, Math.round(shape));
  let sum = 0;
  for (let part = 0; part < parts; part += 1) sum -= Math.log(1 - random());
  return sum / parts;
}
