import type { Instant } from '../kernel.ts';

/**
 * When the house has to have responded: one month after it was asked (GDPR Art. 12(3)), on the same day of the next month or on
 * its last one.
 */
export function respondBy(askedAt: Instant): Instant {
  const asked = new Date(askedAt);
  const due = new Date(askedAt);
  due.setUTCMonth(asked.getUTCMonth() + 1);
  // The day of a longer month: the last one of the shorter.
  if (due.getUTCDate() !== asked.getUTCDate()) due.setUTCDate(0);
  return due.toISOString();
}
