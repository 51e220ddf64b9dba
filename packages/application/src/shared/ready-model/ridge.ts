import { CholeskyDecomposition, Matrix } from 'ml-matrix';
import type { Additive } from '@atelier/domain/shared/ready-date/ready-model.ts';

export interface Row {
  readonly effects: readonly string[];
  /** Logarithm of the load, less the mean. */
  readonly load: number;
}

/** An effect seen in so many pieces is believed by half. */
const PRIOR_PIECES = 12;
const LOAD_PRIOR = 50;
const RARE = 5;
/** Days; what is less is left out of the model, before its residuals are calibrated. */
const LEAST_EFFECT = 0.08;

/**
 * Additive effects by ridge regression: base + the sum of effects, each shrunk towards none by the number of pieces that
 * have it (Hoerl & Kennard 1970). Deterministic: columns stand in the order of their names.
 */
export function ridge(rows: readonly Row[], values: readonly number[], meanLoad: number): Additive {
  const base = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const columns = columnsOf(rows);
  const { normal, right } = normalEquations(rows, values, columns, base);
  const found = new CholeskyDecomposition(normal).solve(right).to1DArray();
  const names = [...columns.keys()];
  const perLoad = rounded(found[names.length] ?? 0);
  const effects = names.map((name, index) => [name, rounded(found[index] ?? 0)] as const);
  return {
    base: rounded(base - perLoad * meanLoad),
    effects: Object.fromEntries(effects.filter(([, value]) => Math.abs(value) >= LEAST_EFFECT)),
    perLoad,
  };
}

export const rounded = (value: number): number => Math.round(value * 100) / 100;

function columnsOf(rows: readonly Row[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { effects } of rows)
    for (const effect of effects) counts.set(effect, (counts.get(effect) ?? 0) + 1);
  // An effect that all rows share is the base.
  const told = [...counts].filter(([, count]) => count >= RARE && count < rows.length).map(([name]) => name);
  return new Map(told.toSorted((a, b) => (a < b ? -1 : 1)).map((name, index) => [name, index]));
}

function normalEquations(
  rows: readonly Row[],
  values: readonly number[],
  columns: ReadonlyMap<string, number>,
  base: number,
) {
  const size = columns.size + 1;
  const sums = new Float64Array(size * size);
  const right = new Float64Array(size);
  for (const [index, { effects, load }] of rows.entries()) {
    const at = effects.flatMap((effect) => columns.get(effect) ?? []);
    const value = (values[index] ?? 0) - base;
    for (const one of at) {
      for (const other of at) sums[one * size + other] = (sums[one * size + other] ?? 0) + 1;
      sums[one * size + size - 1] = (sums[one * size + size - 1] ?? 0) + load;
      sums[(size - 1) * size + one] = (sums[(size - 1) * size + one] ?? 0) + load;
      right[one] = (right[one] ?? 0) + value;
    }
    sums[size * size - 1] = (sums[size * size - 1] ?? 0) + load * load;
    right[size - 1] = (right[size - 1] ?? 0) + load * value;
  }
  for (let each = 0; each < size; each += 1)
    sums[each * size + each] =
      (sums[each * size + each] ?? 0) + (each === size - 1 ? LOAD_PRIOR : PRIOR_PIECES);
  return { normal: Matrix.from1DArray(size, size, sums), right: Matrix.columnVector(right) };
}
