/** A week of a series with what its past made likely. */
export interface ExpectedWeek {
  readonly count: number;
  readonly expected: number;
}

export interface ChartPoint {
  /** Evidence for a doubling since `began`, in natural logarithms of likelihood. */
  readonly score: number;
  /** Index of the first week of the evidence; null without any. */
  readonly began: number | null;
}

/** The increase that the chart is tuned to find. */
const DOUBLING = Math.LN2;

/**
 * The likelihood ratio chart for counts with a changing mean (Höhle & Paul 2008, §2.1): evidence for twice the expected count
 * adds up over the weeks and begins again at zero. Dispersion divides it, as in a quasi-likelihood.
 */
export function doublingChart(weeks: readonly ExpectedWeek[], phi: number): readonly ChartPoint[] {
  let score = 0;
  let began: number | null = null;
  return weeks.map(({ count, expected }, index) => {
    score = Math.max(0, score + (count * DOUBLING - expected) / phi);
    if (score === 0) began = null;
    else began ??= index;
    return { score, began };
  });
}
