/** Residuals above this are taken for past outbreaks (Noufaily et al. 2013, §3.3). */
const OUTBREAK_RESIDUAL = 2.58;

/** Anscombe residuals of Poisson counts, scaled by dispersion and leverage (Farrington et al. 1996, §3.6). */
export function anscombeResidual(count: number, fitted: number, phi: number, leverage: number): number {
  const raw = (1.5 * (count ** (2 / 3) - fitted ** (2 / 3))) / fitted ** (1 / 6);
  return raw / Math.sqrt(phi * Math.max(1e-6, 1 - leverage));
}

/** Weights that sum to the number of weeks: a past outbreak counts less, by the square of its residual. */
export function outbreakWeights(
  residuals: readonly number[],
  threshold = OUTBREAK_RESIDUAL,
): readonly number[] {
  const raw = residuals.map((residual) => (residual > threshold ? residual ** -2 : 1));
  const scale = raw.length / raw.reduce((sum, weight) => sum + weight, 0);
  return raw.map((weight) => weight * scale);
}
