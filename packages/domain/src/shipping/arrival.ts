import { isSameCode } from '../contract/codes.ts';
import type { ActorAtSite } from '../kernel.ts';
import type { Shipment } from './shipment.ts';

/** Grams by which two scales may differ, and the part of the weight for a heavy package: whichever is more. */
export const WEIGHT_TOLERANCE_GRAMS = 2;
export const WEIGHT_TOLERANCE_SHARE = 0.01;

export type ArrivalField = 'seal_number' | 'gross_weight';

/**
 * What does not agree with what was sent (product/shipping.md §6): another seal, or a weight that is off by more than two scales
 * are. Shown, never refused; what one of the ends did not note is not compared.
 */
export function arrivalDifferences({
  sealNumber,
  grossWeightGrams,
  arrival,
}: Pick<Shipment, 'sealNumber' | 'grossWeightGrams' | 'arrival'>): readonly ArrivalField[] {
  if (arrival === null) return [];
  const seal = isOtherSeal(sealNumber, arrival.sealNumber);
  const weight = isOtherWeight(grossWeightGrams, arrival.grossWeightGrams);
  return [...(seal ? (['seal_number'] as const) : []), ...(weight ? (['gross_weight'] as const) : [])];
}

function isOtherSeal(sent: string | null, arrived: string | null): boolean {
  return sent !== null && arrived !== null && !isSameCode(sent, arrived);
}

function isOtherWeight(sent: number | null, arrived: number | null): boolean {
  if (sent === null || arrived === null) return false;
  const tolerance = Math.max(WEIGHT_TOLERANCE_GRAMS, sent * WEIGHT_TOLERANCE_SHARE);
  return Math.abs(arrived - sent) > tolerance;
}

/** Whether a person stands where the package was sent to; who stands nowhere in particular works at every end. */
export function receivesHere({ destination }: Shipment, { siteId }: Pick<ActorAtSite, 'siteId'>): boolean {
  return destination !== null && (siteId === null || siteId === destination);
}
