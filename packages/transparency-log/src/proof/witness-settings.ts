import { parseVerifierKey } from './signed-note.ts';

/** What stands between commas. */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Whether these are public keys as `npm run witness` prints them. */
export function areWitnessKeys(list: readonly string[]): boolean {
  try {
    return list.map(parseVerifierKey).every(({ use }) => use === 'witness');
  } catch {
    return false;
  }
}

/** Whether these are addresses that a witness can listen at. */
export const areWitnessUrls = (list: readonly string[]): boolean =>
  list.every((entry) => URL.canParse(entry) && /^https?:$/.test(new URL(entry).protocol));
