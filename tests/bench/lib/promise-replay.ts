import { fitReadyModel, type PieceSample } from '@atelier/application/shared/ready-model/fit-ready-model.ts';
import { DAY_MS, toInstant } from '@atelier/domain/kernel.ts';
import { isWorthTelling } from '@atelier/domain/promise/moves.ts';
import { addDays } from '@atelier/domain/calendar.ts';
import { expectedDays, type ReadyModel } from '@atelier/domain/shared/ready-date/ready-model.ts';
import { fateAt, type Life, type Moment } from './promise-lives.ts';

/** One date that was named, and what came of it. */
export interface Told {
  readonly moment: Moment;
  readonly likely: number;
  readonly latest: number;
  /** The date in force then, after damping. */
  readonly shown: { readonly likely: number; readonly latest: number };
  readonly isMove: boolean;
  /** "Average of last month", as days since the epoch. */
  readonly average: number;
  /** null = still open when the history ends. */
  readonly readyDay: number | null;
}

const WEEK_MS = 7 * DAY_MS;
const WINDOW_MS = 365 * DAY_MS;

/** What was known of every past moment at `at`. */
export function samplesAt(lives: readonly Life[], at: number): PieceSample[] {
  const samples: PieceSample[] = [];
  for (const { moments, fates, origin } of lives) {
    const fate = fateAt(fates, at);
    if (fate === undefined || fate.isOut) continue;
    for (const { described, at: then } of moments) {
      if (then > at) break;
      if (then < at - WINDOW_MS) continue;
      samples.push({
        itemId: origin.itemId,
        country: origin.country,
        stage: described.stage,
        wall: described.wall,
        effects: described.effects,
        load: described.load,
        readyDay: fate.readyDay,
      });
    }
  }
  return samples;
}

export const modelAt = (lives: readonly Life[], at: number): Promise<ReadyModel | null> =>
  fitReadyModel(samplesAt(lives, at), toInstant(at));

/** Mean days from deposit to ready of what became ready in the thirty days before. */
export function averageAt(lives: readonly Life[], at: number): number {
  let [sum, count] = [0, 0];
  for (const { fates, moments, origin } of lives) {
    const fate = fateAt(fates, at);
    const [deposit] = moments;
    if (fate?.readyDay == null || deposit === undefined || fate.readyDay < origin.wall(at) - 30) continue;
    sum += fate.readyDay + 0.5 - origin.wall(deposit.at);
    count += 1;
  }
  return count === 0 ? 0 : sum / count;
}

/** Week by week: learns from what was known when the week began, then says every date of that week. */
export async function replay(
  lives: readonly Life[],
  from: number,
  until: number,
  onWeek?: (week: number) => void,
): Promise<readonly Told[]> {
  const all = lives.flatMap(({ moments }) => moments).toSorted((a, b) => a.at - b.at);
  const shown = new Map<Life, { likely: number; latest: number }>();
  const told: Told[] = [];
  let next = all.findIndex(({ at }) => at >= from);
  for (let week = from; week < until; week += WEEK_MS) {
    const known = lives.filter(({ states }) => (states[0]?.at ?? Infinity) <= week);
    const model = await modelAt(known, week);
    const average = averageAt(known, week);
    onWeek?.(week);
    for (; next < all.length; next += 1) {
      const moment = all[next];
      if (moment === undefined || moment.at >= week + WEEK_MS) break;
      const one = model === null ? null : tellOne(model, moment, average, shown);
      if (one !== null) told.push(one);
    }
  }
  return told;
}

const dayText = (days: number): string => addDays('1970-01-01', days);

function tellOne(
  model: ReadyModel,
  moment: Moment,
  average: number,
  shown: Map<Life, { likely: number; latest: number }>,
): Told | null {
  const fate = moment.life.fates.at(-1);
  if (fate === undefined || fate.isOut) return null;
  const expected = expectedDays(model, moment.piece);
  const deposit = moment.life.moments[0];
  if (expected === null || deposit === undefined) return null;
  const before = shown.get(moment.life) ?? null;
  const today = dayText(Math.floor(moment.piece.now));
  const text = ({ likely, latest }: { likely: number; latest: number }) => ({
    likely: dayText(likely),
    latest: dayText(latest),
  });
  const isMove = isWorthTelling(before && text(before), text(expected), today);
  if (isMove) shown.set(moment.life, expected);
  const byAverage = moment.life.origin.wall(deposit.at) + average;
  return {
    moment,
    ...expected,
    shown: shown.get(moment.life) ?? expected,
    isMove,
    average: Math.floor(Math.max(byAverage, moment.piece.now)),
    readyDay: fate.readyDay,
  };
}
