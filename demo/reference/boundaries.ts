import { addDays, addMonths, lastLeapDay, type Day } from './calendar.ts';

/** A purchase day worth trying, with the word for it. */
export interface Boundary {
  readonly name: string;
  readonly day: Day;
}

/**
 * Purchase days around the rules of product/deposit.md §3, §4 as seen from `today`: exchange under 6 months, extended
 * in-store exchange under 12, warranty 2 years, and the leap day, which a calendar year later is the 28th.
 */
export const boundaryDays = (today: Day): readonly Boundary[] => {
  const months = (count: number) => addMonths(today, -count);
  return [
    { name: '5 months ago', day: months(5) },
    { name: 'a day short of 6 months', day: addDays(months(6), 1) },
    { name: '6 months ago', day: months(6) },
    { name: '11 months ago', day: months(11) },
    { name: 'a day short of 12 months', day: addDays(months(12), 1) },
    { name: '12 months ago', day: months(12) },
    { name: '23 months ago', day: months(23) },
    { name: 'the last day in warranty', day: addDays(months(24), 1) },
    { name: '2 years ago, out of warranty today', day: months(24) },
    { name: '2 years and a day ago', day: addDays(months(24), -1) },
    { name: 'the last 29 February', day: lastLeapDay(today) },
  ];
};
