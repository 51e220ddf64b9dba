import { codeText } from '@atelier/domain/contract/codes.ts';
import { TRACKING_NUMBER } from '@atelier/domain/contract/limits.ts';
import { isNumberOrItsEnd, readPieceCode } from '@atelier/domain/repair/item/item-number.ts';
import { useQuery } from '@tanstack/react-query';
import { sitesQuery } from './sites.ts';

/** As the contract takes it: letters, digits, blanks and `. / _ -`. */
const TRACKING = new RegExp(`^[\\p{L}\\p{N} ./_-]{3,${TRACKING_NUMBER.most}}$`, 'u');
export const isTracking = (text: string): boolean => TRACKING.test(codeText(text));

/** Tells a carrier's label from the number of a piece, whole or cut off by the scanner. */
export function useIsLabel(): (raw: string) => boolean {
  const prefixes = (useQuery(sitesQuery()).data?.data ?? []).map(({ code }) => code);
  return (raw) => isTracking(raw) && !isNumberOrItsEnd(readPieceCode(raw), prefixes);
}
