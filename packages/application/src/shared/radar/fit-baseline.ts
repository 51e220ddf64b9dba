import { anscombeResidual, outbreakWeights } from '@atelier/domain/shared/radar/reweight.ts';
import { CholeskyDecomposition, Matrix } from 'ml-matrix';

/** What a series' own past makes likely in a week, by its index; the first week of the past is 0. */
export interface Baseline {
  /** Variance over mean, 1 at least. */
  readonly phi: number;
  readonly expected: (week: number) => number;
  /** Standard error of the logarithm of `expected`. */
  readonly error: (week: number) => number;
}

const WEEKS_A_YEAR = 365.25 / 7;
/** Less than two years cannot tell a season from a trend. */
const SEASON_WEEKS = 2 * 52;
const TREND_WEEKS = 52;
const STEPS = 12;
/** Precision of the prior guess: a level worth a fifth of a piece; trend and wave of about a third up or down. */
const LEVEL_PRIOR = 0.2;
const SHAPE_PRIOR = 10;
const priorOf = (term: number): number => (term === 0 ? LEVEL_PRIOR : SHAPE_PRIOR);

type Terms = (week: number) => readonly number[];

/**
 * A quasi-Poisson regression with trend and season over the weeks before, fitted again with past outbreaks weighed down
 * (Noufaily et al. 2013). The season is one wave of a year, as Höhle & Paul 2008 have it: the ten levels of Noufaily need
 * five years. Solved by iterated least squares on ml-matrix.
 */
export function fitBaseline(past: readonly number[]): Baseline {
  const terms = termsFor(past);
  const rows = past.map((_, week) => terms(week));
  const first = fitOnce(
    past,
    rows,
    rows.map(() => 1),
  );
  const residuals = past.map((count, week) => {
    const mean = meanOf(rows[week] ?? [], first.found);
    const leverage = mean * quadratic(rows[week] ?? [], first.covariance);
    return anscombeResidual(count, mean, first.phi, leverage);
  });
  const fit = fitOnce(past, rows, outbreakWeights(residuals));
  return {
    phi: fit.phi,
    expected: (week) => meanOf(terms(week), fit.found),
    error: (week) => Math.sqrt(fit.phi * quadratic(terms(week), fit.covariance)),
  };
}

/** A constant; with a year a trend that stops where the past stops; with two years a wave of a year. */
function termsFor({ length }: readonly number[]): Terms {
  const middle = (length - 1) / 2;
  const trend = (week: number) => (Math.min(week, length - 1) - middle) / length;
  const angle = (week: number) => (2 * Math.PI * week) / WEEKS_A_YEAR;
  if (length < TREND_WEEKS) return () => [1];
  if (length < SEASON_WEEKS) return (week) => [1, trend(week)];
  return (week) => [1, trend(week), Math.sin(angle(week)), Math.cos(angle(week))];
}

interface Fit {
  readonly found: readonly number[];
  readonly covariance: Matrix;
  readonly phi: number;
}

function fitOnce(
  counts: readonly number[],
  rows: readonly (readonly number[])[],
  weights: readonly number[],
): Fit {
  const size = rows[0]?.length ?? 1;
  const average = counts.reduce((sum, count) => sum + count, 0) / Math.max(1, counts.length);
  const start = Math.log(Math.max(average, 0.02));
  let found = Array.from({ length: size }, (_, index) => (index === 0 ? start : 0));
  let information = Matrix.eye(size);
  for (let step = 0; step < STEPS; step += 1) {
    const { normal, slope } = equations(counts, rows, weights, found, start);
    information = normal;
    const change = new CholeskyDecomposition(normal).solve(slope).to1DArray();
    found = found.map((value, index) => value + bounded(change[index] ?? 0));
    if (change.every((each) => Math.abs(each) < 1e-8)) break;
  }
  const covariance = new CholeskyDecomposition(information).solve(Matrix.eye(size));
  return { found, covariance, phi: dispersion(counts, rows, weights, found) };
}

const bounded = (step: number): number => Math.max(-2, Math.min(2, step));

function equations(
  counts: readonly number[],
  rows: readonly (readonly number[])[],
  weights: readonly number[],
  found: readonly number[],
  start: number,
) {
  const size = found.length;
  const normal = Matrix.diag(
    found.map((_, term) => priorOf(term)),
    size,
    size,
  );
  const slope = Matrix.columnVector(
    found.map((value, term) => -priorOf(term) * (term === 0 ? value - start : value)),
  );
  for (const [week, terms] of rows.entries()) {
    const weight = weights[week] ?? 1;
    const mean = meanOf(terms, found);
    for (const [one, value] of terms.entries()) {
      slope.set(one, 0, slope.get(one, 0) + weight * value * ((counts[week] ?? 0) - mean));
      for (const [other, factor] of terms.entries())
        normal.set(one, other, normal.get(one, other) + weight * mean * (value * factor));
    }
  }
  return { normal, slope };
}

function dispersion(
  counts: readonly number[],
  rows: readonly (readonly number[])[],
  weights: readonly number[],
  found: readonly number[],
): number {
  const pearson = rows.reduce((sum, terms, week) => {
    const mean = meanOf(terms, found);
    return sum + ((weights[week] ?? 1) * ((counts[week] ?? 0) - mean) ** 2) / mean;
  }, 0);
  return Math.max(1, pearson / Math.max(1, rows.length - found.length));
}

const meanOf = (terms: readonly number[], found: readonly number[]): number =>
  Math.exp(terms.reduce((sum, value, index) => sum + value * (found[index] ?? 0), 0));

const quadratic = (terms: readonly number[], matrix: Matrix): number =>
  terms.reduce(
    (sum, value, one) =>
      sum + terms.reduce((inner, factor, other) => inner + value * factor * matrix.get(one, other), 0),
    0,
  );
