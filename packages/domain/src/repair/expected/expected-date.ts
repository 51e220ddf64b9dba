import type { Day } from '../../kernel.ts';
import type { ReadyDateExpected } from './expected-events.ts';
import { sinceFirst, type SinceFirst } from './later.ts';

/** Days on the calendar of the piece's shop. */
export interface ExpectedDate extends SinceFirst {
  /** Half of the pieces like it are ready by this day. */
  readonly likely: Day;
  /** 85 of 100 are ready by this day. */
  readonly latest: Day;
}

export function evolveExpected(before: ExpectedDate | null, { data }: ReadyDateExpected): ExpectedDate {
  const { likely, latest } = data;
  return { likely, latest, ...sinceFirst(before, data) };
}
