import { toMs, type Instant } from '../../kernel.ts';
import { comingsOf, learn, noRest, type Rest } from './calibrate.ts';
import {
  cameAt,
  hourOfWeek,
  leftAt,
  quantileOf,
  type Check,
  type Episode,
  type FlowModel,
  type Life,
} from './flow-model.ts';
import { seededNumbers } from './random.ts';
import { simulate, type Arrival, type Simulated } from './simulate.ts';

const HOUR_MS = 3_600_000;
const WEEK = 168;
/** Weeks of pieces that are learnt from, the quarter that is checked by, and the time a piece has to end after it came. */
const LEARN_WEEKS = 39;
const CHECK_WEEKS = 13;
const RIPE_WEEKS = 10;
/** Weeks before the measured time in which the benches fill. */
export const WARM_WEEKS = 10;
/** Lives that a model keeps: more of them change its quantiles by less than its error. */
const MOST_LIVES = 1_000;
const LEAST_PIECES = 150;
const SEED = 20_261_128;
/** Runs of the check, so that chance in one of them does not decide. */
const ROUNDS = 5;

/** How far back the episodes have to reach, in hours. */
export const HISTORY_HOURS = (LEARN_WEEKS + CHECK_WEEKS + 2 * RIPE_WEEKS) * WEEK;

/**
 * Learns how a site works from its pieces of the last year, and checks it by a quarter of which it has seen nothing. Null
 * before enough pieces have come.
 */
export async function fitFlow(
  episodes: readonly Episode[],
  at: Instant,
  rest: Rest = noRest,
): Promise<FlowModel | null> {
  const sorted = episodes.toSorted((a, b) => cameAt(a) - cameAt(b));
  const now = toMs(at) / HOUR_MS;
  const until = now - RIPE_WEEKS * WEEK;
  const known = cameIn(sorted, until - LEARN_WEEKS * WEEK, until);
  if (known.length < LEAST_PIECES) return null;
  const { stages, lives } = await learn(known, rest);
  if (lives.length < LEAST_PIECES) return null;
  const { parcels, hours } = comingsOf(known);
  return {
    at,
    weekly: known.length / LEARN_WEEKS,
    hours,
    parcels: thinned(parcels),
    stages,
    lives: thinned(lives),
    check: await checkFlow(sorted, until, rest),
  };
}

const cameIn = (sorted: readonly Episode[], from: number, until: number): readonly Episode[] =>
  sorted.filter((episode) => cameAt(episode) >= from && cameAt(episode) < until);

/** What was known when the quarter began: what came later is left out, and what ended later had not ended. */
const knownAt = (sorted: readonly Episode[], at: number): readonly Episode[] =>
  sorted
    .filter((episode) => cameAt(episode) < at)
    .map((episode) =>
      episode
        .filter(({ from }) => from < at)
        .map((visit) => (visit.until !== null && visit.until >= at ? { ...visit, until: null } : visit)),
    );

/** Learns from what was known when the quarter before `until` began, and sends the quarter's own arrivals through it. */
async function checkFlow(sorted: readonly Episode[], until: number, rest: Rest): Promise<Check | null> {
  const from = until - CHECK_WEEKS * WEEK;
  const ripe = from - RIPE_WEEKS * WEEK;
  const known = cameIn(knownAt(sorted, from), ripe - LEARN_WEEKS * WEEK, ripe);
  const quarter = cameIn(sorted, from, until);
  if (known.length < LEAST_PIECES || quarter.length < LEAST_PIECES) return null;
  const { stages, lives } = await learn(known, rest);
  if (lives.length < LEAST_PIECES) return null;
  const arrivals = cameIn(sorted, from - WARM_WEEKS * WEEK, until).map(cameAt);
  const rounds: Simulated[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push(simulate(withLives(arrivals, lives, SEED + round), stages, { from, until }));
    await rest();
  }
  const instant = (hours: number): Instant => new Date(hours * HOUR_MS).toISOString();
  return {
    from: instant(from),
    to: instant(until),
    pieces: quarter.length,
    real: realOf(quarter, until + RIPE_WEEKS * WEEK),
    simulated: { p50: mean(rounds, 'p50'), p85: mean(rounds, 'p85') },
  };
}

const mean = (rounds: readonly Simulated[], key: 'p50' | 'p85'): number =>
  rounds.reduce((sum, { took }) => sum + took[key], 0) / rounds.length;

/** A piece that is still there took as long as it has been there by now, at the least. */
function realOf(quarter: readonly Episode[], now: number): Check['real'] {
  const took = quarter.map((episode) => (leftAt(episode) ?? now) - cameAt(episode)).toSorted((a, b) => a - b);
  return { p50: quantileOf(took, 0.5), p85: quantileOf(took, 0.85) };
}

/** Among fewer lives than this, none is chosen: then hours around are taken in. */
const LEAST_ALIKE = 40;

/** Gives each arrival, by chance, the life of a piece that came at about the same hour of the week. */
export function withLives(
  arrivals: readonly number[],
  lives: readonly Life[],
  seed: number,
): readonly Arrival[] {
  const random = seededNumbers(seed);
  const alike = Array.from({ length: WEEK }, (_, hour) => livesAround(lives, hour));
  return arrivals.map((at) => {
    const choice = alike[hourOfWeek(at)] ?? [];
    return { at, life: choice[Math.floor(random() * choice.length)] ?? NO_LIFE };
  });
}

const NO_LIFE: Life = { hour: 0, steps: [] };

function livesAround(lives: readonly Life[], hour: number): readonly Life[] {
  for (let width = 0; width < WEEK / 2; width += 1) {
    const found = lives.filter((life) => hoursApart(life.hour, hour) <= width);
    if (found.length >= LEAST_ALIKE) return found;
  }
  return lives;
}

const hoursApart = (one: number, other: number): number => {
  const apart = Math.abs(one - other);
  return Math.min(apart, WEEK - apart);
};

/** Evenly. */
function thinned<T>(list: readonly T[]): readonly T[] {
  const every = Math.max(1, list.length / MOST_LIVES);
  return list.filter((_, index) => Math.floor(index / every) !== Math.floor((index - 1) / every));
}
