/** What a client signs for on their own phone (product/deposit.md §13, product/repair.md §15). */
export const PHONE_SIGNATURE_KINDS = ['deposit', 'pickup'] as const;
export type PhoneSignatureKind = (typeof PHONE_SIGNATURE_KINDS)[number];

/** Where the phone's page is; the secret of the code follows, and is logged nowhere. */
export const SIGN_PATH = '/sign/';

/** A code is valid this long, for one signature. */
export const SIGN_LIFE_MS = 15 * 60_000;

/** Points below this number are a slip of the finger; letters below the other one no name. */
export const LEAST_INK = { points: 4, letters: 2 } as const;
