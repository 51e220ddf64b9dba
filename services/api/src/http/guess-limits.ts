const HOUR_MS = 3_600_000;

/**
 * Calls an hour by one account, per node, to what shows that something of another shop exists (docs/decisions/0115): well
 * above a busy counter's day, far below what trying numbers in a row needs.
 */
export const GUESS_LIMITS = {
  invoices: { max: 300, windowMs: HOUR_MS },
  duplicates: { max: 600, windowMs: HOUR_MS },
  packages: { max: 1_800, windowMs: HOUR_MS },
} as const;
