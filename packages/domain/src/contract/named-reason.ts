import { TEXT_LENGTH } from './limits.ts';

/** Characters of a name that may stand before a reason: a reject reason's or a site's. */
export const REASON_NAME_LENGTH = 100;

/** Ends the name. */
export const AFTER_REASON_NAME = ': ';

/** Characters of the words after the name: with the longest name they still make a reason that every call takes. */
export const REASON_WORDS_LENGTH = TEXT_LENGTH.reason - REASON_NAME_LENGTH - AFTER_REASON_NAME.length;

/** The reason as it is kept: a name chosen from a list and one's own words; either may be blank. */
export const namedReason = (name: string, words: string): string =>
  [name, words].filter((part) => part !== '').join(AFTER_REASON_NAME);
