import { addDays } from '../calendar.ts';
import type { Day } from '../kernel.ts';
import type { Expected } from '../shared/ready-date/ready-model.ts';

/** Fewer days than this are not worth another date. */
const LEAST_DAYS = 3;
/** Nor is less than this share of the days that are left: three weeks ahead a day matters less than tomorrow. */
const LEAST_SHARE = 0.35;

/**
 * Whether another date is worth telling (docs/product/promise.md §3): the day it is promised by moved far enough for the time that
 * is left, or has passed.
 */
export function isWorthTelling(known: Expected | null, next: Expected, today: Day): boolean {
  if (known === null) return true;
  if (known.latest < today) return next.latest > known.latest;
  const left = Math.max(0, daysBetween(today, known.latest));
  const moved = Math.max(
    Math.abs(daysBetween(known.latest, next.latest)),
    Math.abs(daysBetween(known.likely, next.likely)),
  );
  return moved >= Math.max(LEAST_DAYS, left * LEAST_SHARE);
}

export function daysBetween(from: Day, to: Day): number {
  return (Date.parse(addDays(to, 0)) - Date.parse(addDays(from, 0))) / 86_400_000;
}
