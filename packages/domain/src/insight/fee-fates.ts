/** What became of an amount that a customer was asked for; every amount is in exactly one of these, or in none. */
export const FEE_FATES = ['approved', 'declined', 'waived', 'unanswered'] as const;
export type FeeFate = (typeof FEE_FATES)[number];
