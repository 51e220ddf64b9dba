import { readUnits } from '@atelier/domain/shared/amount.ts';

/** Decimals of a weight in grams: milligrams. */
const GRAM_DIGITS = 3;

/**
 * A number as people type it, read as amounts are; null when it is none, or can be read in two ways. `digits` are the decimals
 * that the unit has.
 */
export function readDecimal(typed: string, digits: number = GRAM_DIGITS): number | null {
  const { units } = readUnits(typed, digits);
  return units === undefined ? null : units / 10 ** digits;
}

/** Decimals of a package's weight in grams: `1,250` on its scale is as likely a kilogram and a quarter. */
const PACKAGE_DIGITS = 2;

/** Grams of a package. */
export const readPackageGrams = (typed: string): number | null => readDecimal(typed, PACKAGE_DIGITS);
