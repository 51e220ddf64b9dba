import { describe, expect, it } from 'vitest';
import { countQuantile } from './quantiles.ts';
import { doublingChart } from './doubling-chart.ts';
import { anscombeResidual, outbreakWeights } from './reweight.ts';

/** 95 % of a normal distribution. */
const Z95 = 1.6448536269514722;

// Inputs and results as published with R `surveillance` (tests/testthat/test-farringtonFlexible.R, "THRESHOLD FUNCTION NOUFAILY").
describe('the bound of Noufaily et al. 2013, on the published example', () => {
  it('takes the quantile of the expected count ("nbPlugin")', () => {
    expect(countQuantile({ mean: 5, phi: 1.5 }, 0.95)).toBe(10);
    expect(countQuantile({ mean: 5, phi: 1 }, 0.95)).toBe(9);
    expect(countQuantile({ mean: 5, phi: 1.5 }, 0.05)).toBe(1);
    expect(countQuantile({ mean: 5, phi: 1 }, 0.05)).toBe(2);
  });

  it('takes the quantile of a mean raised by its uncertainty ("muan")', () => {
    const mean = Math.exp(Math.log(5) + Z95 * Math.log(2));
    expect(countQuantile({ mean, phi: 1.5 }, 0.95)).toBe(24);
    expect(countQuantile({ mean, phi: 1.5 }, 0.05)).toBe(8);
    expect(countQuantile({ mean, phi: 1 }, 0.95)).toBe(22);
  });
});

describe('weights of past outbreaks', () => {
  it('are those of the published example: 1.6 and 0.4 at a threshold of 0', () => {
    const residuals = [0, 0, 0, 0, 0, 2, 2, 2, 2, 2];
    const weights = outbreakWeights(residuals, 0);
    expect(weights.slice(0, 5)).toEqual([1.6, 1.6, 1.6, 1.6, 1.6]);
    expect(weights.slice(5)).toEqual([0.4, 0.4, 0.4, 0.4, 0.4]);
  });

  it('leave weeks alone that are as expected, and sum to their number', () => {
    expect(anscombeResidual(7, 7, 1, 0.1)).toBe(0);
    const weights = outbreakWeights([0, 1, -3, 6]);
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(4);
    expect(weights[3]).toBeLessThan(0.1);
  });
});

describe('the chart for doublings', () => {
  it('adds what a doubling explains better, as worked by hand', () => {
    // 8 pieces instead of 4: 8 ln 2 - 4 = 1.545; 2 instead of 4: 2 ln 2 - 4 < 0.
    const [first, second, third] = doublingChart(
      [8, 8, 2].map((count) => ({ count, expected: 4 })),
      1,
    );
    expect(first?.score).toBeCloseTo(1.5452, 4);
    expect(second?.score).toBeCloseTo(3.0904, 4);
    expect(third?.score).toBeCloseTo(0.4766, 3);
    expect([first?.began, second?.began, third?.began]).toEqual([0, 0, 0]);
  });

  it('begins again at zero, and halves its evidence where counts vary twice as much', () => {
    const weeks = [0, 8].map((count) => ({ count, expected: 4 }));
    expect(doublingChart(weeks, 1)[0]).toEqual({ score: 0, began: null });
    expect(doublingChart(weeks, 2)[1]?.score).toBeCloseTo(0.7726, 4);
    expect(doublingChart(weeks, 2)[1]?.began).toBe(1);
  });
});
