import { Status, STATUSES, type StatusId } from '../shared/status.ts';

/** The stages at which a site works on a piece: from its receipt until it is done; 18 is a way between sites. */
export const FLOW_STAGES: readonly StatusId[] = STATUSES.filter(
  ({ bucket, id }) => bucket === 'in_factory' && id !== Status.RepairDone && id !== Status.MCToCN,
).map(({ id }) => id);

/** Where a piece is judged: it goes on, or back to an earlier bench. */
export const JUDGING_STAGES: readonly StatusId[] = [Status.RepairQC, Status.FinalQCProcess];

/** Share of past weeks that the band of a forecast is made to hold. */
export const FORECAST_SHARE = 0.8;

export interface WeekForecast {
  readonly likely: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Pieces finished by the end of a week, from those finished so far and what earlier weeks finished after the same weekday.
 * `history`: finished per weekday, Monday first, one row per earlier week; `today`: weekday from 0, itself still running.
 * The band is the middle 80 % of the earlier weeks' rests; null with fewer than four of them.
 */
export function forecastWeek(
  soFar: number,
  today: number,
  history: readonly (readonly number[])[],
): WeekForecast | null {
  if (history.length < 4) return null;
  const rests = history
    .map((week) => week.slice(today + 1).reduce((sum, count) => sum + count, 0))
    .toSorted((a, b) => a - b);
  const at = (share: number) => rests[Math.max(0, Math.ceil(share * rests.length) - 1)] ?? 0;
  const tail = (1 - FORECAST_SHARE) / 2;
  return { likely: soFar + at(0.5), low: soFar + at(tail), high: soFar + at(1 - tail) };
}
