import { MEASUREMENT_LIMITS } from '@atelier/domain/repair/contract.ts';
import type { MeasurementsBody } from '@atelier/contracts/repair/schema.ts';
import { readDecimal } from '../../../lib/i18n/typed-number.ts';

/** What is typed of one piece at a measuring bench, before it is saved with its move. */
export interface MeasuresDraft {
  readonly stones: string;
  readonly weight: string;
  /** Grams recovered, and lost as dust, since the piece was weighed last. */
  readonly scrap: string;
  readonly loss: string;
  readonly photos: readonly string[];
}
export type Measure = keyof MeasuresDraft;

const MEASURES: Readonly<Record<number, readonly Measure[]>> = {
  10: ['stones'],
  12: ['weight', 'scrap', 'loss', 'photos'],
};
const WEIGHED: readonly Measure[] = ['weight', 'scrap', 'loss'];
export const EMPTY_MEASURES: MeasuresDraft = { stones: '', weight: '', scrap: '', loss: '', photos: [] };

/**
 * What may be measured on the way to a status: stones at 10; weight and a picture at 12 (product/repair.md §3); and the weight
 * where a piece comes from a stage that weighs before it goes on.
 */
export function measuresAt(target: number, isWeighed: boolean): readonly Measure[] {
  const own = MEASURES[target] ?? [];
  return isWeighed ? [...new Set([...own, ...WEIGHED])] : own;
}

/** A text that is there and is no such number. Nothing typed is nothing measured. */
export function hasIssue(measure: Measure, draft: MeasuresDraft): boolean {
  if (measure === 'photos' || draft[measure].trim() === '') return false;
  const value = measure === 'stones' ? readDecimal(draft.stones, 0) : readDecimal(draft[measure]);
  if (value === null) return true;
  if (measure === 'stones') return value > MEASUREMENT_LIMITS.stones;
  const isNone = measure === 'weight' ? value <= 0 : value < 0;
  return isNone || value > MEASUREMENT_LIMITS.grams;
}

/** As the server takes it; null when nothing was measured. */
export function measurementsBodyOf(draft: MeasuresDraft): MeasurementsBody | null {
  const { stones, weight, photos } = draft;
  const [count, grams, photo] = [readDecimal(stones, 0), readDecimal(weight), photos[0]];
  const [scrap, loss] = grams === null ? [null, null] : [readDecimal(draft.scrap), readDecimal(draft.loss)];
  if (count === null && grams === null && photo === undefined) return null;
  return {
    ...(count !== null && { stone_count: count }),
    ...(grams !== null && { weight: grams }),
    ...(scrap !== null && { scrap }),
    ...(loss !== null && { loss }),
    ...(photo !== undefined && { photo }),
  };
}
