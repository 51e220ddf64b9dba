import { DAY_MS, toInstant, toMs, type Instant } from '../../kernel.ts';

/** A scan that waited longer on its device is not believed to be as old as it says. */
const BELIEVED_FOR_MS = 7 * DAY_MS;

/**
 * When a scan was made, out of what its device claims and the server's time: the claim, where it is neither in the future nor
 * older than a week, else the server's own. It places the scan in the past (docs/product/audit.md §2) and decides nothing.
 */
export function scanMadeAt(claimed: Instant | undefined, now: Instant): Instant {
  if (claimed === undefined) return now;
  const ago = toMs(now) - toMs(claimed);
  return ago >= 0 && ago <= BELIEVED_FOR_MS ? toInstant(toMs(claimed)) : now;
}
