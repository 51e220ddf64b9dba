/** Items that one run may clear. */
export const CLEARING_MOST_ITEMS = 10_000;
