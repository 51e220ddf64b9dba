interface Lasting {
  readonly days: number;
  readonly isOpen: boolean;
}

/** The share that may still be open when a moment counts as old enough to learn from. */
const STILL_OPEN = 0.04;

/**
 * After how many days all but a few pieces are ready, by the product-limit estimate (Kaplan & Meier 1958): pieces that are
 * still open take part as far as they have come, so the quick ones do not shorten it.
 */
export function horizonOf(all: readonly Lasting[]): number {
  const sorted = all.toSorted((a, b) => a.days - b.days || Number(a.isOpen) - Number(b.isOpen));
  let open = 1;
  for (const [index, { days, isOpen }] of sorted.entries()) {
    if (!isOpen) open *= 1 - 1 / (sorted.length - index);
    if (open <= STILL_OPEN) return days;
  }
  return sorted.at(-1)?.days ?? 0;
}
