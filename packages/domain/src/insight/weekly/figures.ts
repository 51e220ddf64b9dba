/** Whole seconds, null where nothing is counted. */
interface Spread {
  readonly count: number;
  readonly median: number | null;
  readonly p90: number | null;
  /** Pieces to which a date was named, and of these what was ready by it. */
  readonly told: number;
  readonly kept: number;
}

/** What a weekly summary says, of the pieces that its account sees: counts and spans alone, nothing of a person. */
export interface WeeklyFigures {
  readonly turnaround: { readonly week: Spread; readonly before: Spread };
  /** When the week ended; `old`: deposited 28 days before it or earlier. */
  readonly open: { readonly pieces: number; readonly old: number };
  /** Of pieces collected in the week 180 days before: how many came again. */
  readonly repeats: { readonly collected: number; readonly again: number };
  /** Open alarms of the radar when the mail was made; null for those who do not see it. */
  readonly alarms: number | null;
  /** Of a factory: pieces that came, and moves to "repair done", in the week and the one before. */
  readonly flow: {
    readonly arrived: number;
    readonly finished: number;
    readonly arrivedBefore: number;
    readonly finishedBefore: number;
  } | null;
}

/** From this age on, in full days, an open piece counts as old: an edge of `AGE_BANDS`. */
export const OLD_DAYS = 28;
