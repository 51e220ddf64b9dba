import { MEASUREMENT_LIMITS } from '@atelier/domain/repair/contract.ts';
import type { MeasurementsBody } from '@atelier/contracts/repair/schema.ts';
import { readDecimal } from '../../../lib/i18n/typed-number.ts';

/** What is typed of one piece at a measuring bench, before it is saved with its move. */
export interface MeasuresDraft {
  readonly stones: string;
  readonly weight: string;
  readonly photos: readonly string[];
}
export type Measure = keyof MeasuresDraft;

const MEASURES: Readonly<Record<number, readonly Measure[]>> = { 10: ['stones'], 12: ['weight', 'photos'] };
export const EMPTY_MEASURES: MeasuresDraft = { stones: '', weight: '', photos: [] };

/** What may be measured on the way to a status: stones at 10; weight and a picture at 12 (product/repair.md §3). */
export const measuresAt = (target: number): readonly Measure[] => MEASURES[target] ?? [];

/** A text that is there and is no such number. Nothing typed is nothing measured. */
export function hasIssue(measure: Measure, draft: MeasuresDraft): boolean {
  if (measure === 'photos' || draft[measure].trim() === '') return false;
  const value = measure === 'stones' ? readDecimal(draft.stones, 0) : readDecimal(draft.weight);
  if (value === null) return true;
  return measure === 'stones'
    ? value > MEASUREMENT_LIMITS.stones
    : value <= 0 || value > MEASUREMENT_LIMITS.grams;
}

/** As the server takes it; null when nothing was measured. */
export function measurementsBodyOf({ stones, weight, photos }: MeasuresDraft): MeasurementsBody | null {
  const [count, grams, photo] = [readDecimal(stones, 0), readDecimal(weight), photos[0]];
  if (count === null && grams === null && photo === undefined) return null;
  return {
    ...(count !== null && { stone_count: count }),
    ...(grams !== null && { weight: grams }),
    ...(photo !== undefined && { photo }),
  };
}
