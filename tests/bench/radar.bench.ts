// npm run bench -- radar [--series 500] [--weeks 156] [--seed 1]
import { parseArgs } from 'node:util';
import { watchSeries, WATCHED_WEEKS } from '@atelier/application/shared/radar/watch-series.ts';
import { makeSeries, type MadeSeries } from './lib/radar-series.ts';
import { markdownTable, whole } from './lib/table.ts';

const { values: flags } = parseArgs({
  options: {
    series: { type: 'string', default: '500' },
    weeks: { type: 'string', default: '156' },
    seed: { type: 'string', default: '1' },
  },
});
const SERIES = Number(flags.series);
const WEEKS = Number(flags.weeks);
const SEED = Number(flags.seed) * 100_000;
/** A series has two years of past when the radar begins to judge it, as the demo's busiest nearly have. */
const PAST = 104;
/** A doubling that has not been found after so many weeks counts as so many. */
const LONGEST = 26;
const [MOST_WEEKS, MOST_FALSE] = [3, 1];

const began = performance.now();
const isAlarm = ({ counts }: MadeSeries, week: number): boolean =>
  watchSeries(counts.slice(0, week + 1))?.at(-1)?.isAlarm ?? false;

/** Weeks until the doubling is found; the first week counts as 1. */
function weeksToFind(series: MadeSeries): number {
  for (let week = 1; week <= LONGEST; week += 1) if (isAlarm(series, PAST + week - 1)) return week;
  return LONGEST;
}

/** Weeks with an alarm, but one per run: a week that is judged with the same weeks as an earlier alarm raises no other. */
function falseAlarms(series: MadeSeries): number {
  let alarms = 0;
  for (let week = PAST, last = -Infinity; week < WEEKS; week += 1) {
    if (!isAlarm(series, week)) continue;
    if (week - last > WATCHED_WEEKS) alarms += 1;
    last = week;
  }
  return alarms;
}

const median = (list: readonly number[]): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;
const made = Array.from({ length: SERIES }, (_, index) => index);
const found = made.map((index) => {
  const series = makeSeries(SEED + index, PAST + LONGEST, PAST);
  return { level: series.level, weeks: weeksToFind(series) };
});
const quiet = made.map((index) => {
  const series = makeSeries(SEED + 50_000 + index, WEEKS);
  return { level: series.level, alarms: falseAlarms(series) };
});

const BANDS = [2, 5, 10, 20, 40] as const;
const rows = BANDS.slice(0, -1).map((from, index) =>
  row(`${from} to ${BANDS[index + 1]}`, from, BANDS[index + 1] ?? Infinity),
);
function row(name: string, from: number, until: number): readonly string[] {
  const isIn = ({ level }: { readonly level: number }) => level >= from && level < until;
  const weeks = found.filter(isIn).map((one) => one.weeks);
  const calm = quiet.filter(isIn);
  const alarms = calm.reduce((sum, one) => sum + one.alarms, 0);
  const perThousand = (1000 * alarms) / Math.max(1, calm.length * (WEEKS - PAST));
  return [name, whole(weeks.length), String(median(weeks)), perThousand.toFixed(2)];
}
const all = row('all', 0, Infinity);
process.stdout.write(
  `${markdownTable(['pieces a week', 'doublings', 'median weeks until found', 'false alarms per 1,000 series-weeks'], [...rows, all])}\n\n`,
);
const isHeld = Number(all[2]) <= MOST_WEEKS && Number(all[3]) <= MOST_FALSE;
process.stdout.write(
  `bars: at most ${MOST_WEEKS} weeks and ${MOST_FALSE} false alarm: ${isHeld ? 'held' : 'MISSED'}; ` +
    `${((performance.now() - began) / 1000).toFixed(0)} s\n`,
);
if (!isHeld) process.exitCode = 1;
