/** Days as two letters, Monday first, as a CSV file of shops writes them. */
const DAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const;

const DAY = DAYS.join('|');
const CLOCK = '(?:[01]\\d|2[0-3]):[0-5]\\d';
const SPAN = `(${DAY})(?:-(${DAY}))? (${CLOCK})-(${CLOCK})`;

/** The whole text: spans such as `Mo-Sa 10:00-19:00`, parted by semicolons. */
export const OPENING_HOURS = new RegExp(`^${SPAN}(?:; ${SPAN})*$`, 'u');

export interface OpenSpan {
  /** 1 = Monday … 7 = Sunday; both the same for a single day. */
  readonly firstDay: number;
  readonly lastDay: number;
  /** `HH:MM`, in the place's own time. */
  readonly from: string;
  readonly to: string;
}

const dayNumber = (day: string): number => DAYS.findIndex((known) => known === day) + 1;

/** `Mo-Sa 10:00-19:00; Su 12:00-18:00` as spans, in the order given; empty for a text of another form. */
export function readOpeningHours(text: string): readonly OpenSpan[] {
  if (!OPENING_HOURS.test(text)) return [];
  return [...text.matchAll(new RegExp(SPAN, 'gu'))].map(([, first = '', last, from = '', to = '']) => ({
    firstDay: dayNumber(first),
    lastDay: dayNumber(last ?? first),
    from,
    to,
  }));
}
