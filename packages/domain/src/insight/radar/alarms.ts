import { accept, reject, unreachable, type Decision } from '../../decider.ts';
import type { Actor, Day, Instant } from '../../kernel.ts';
import type { AlarmCause, DefectAlarmRaised, RadarEvent, SeriesKey } from './events.ts';

type Raised = DefectAlarmRaised['data'];

export interface Settlement {
  readonly cause: AlarmCause;
  /** null once it is erased. */
  readonly note: string | null;
  readonly at: Instant;
  readonly by: Actor;
}

/** An alarm with its newest week; settled until a later week has more pieces. */
export interface DefectAlarm extends Raised {
  /** The weeks that raised it, oldest first. */
  readonly weeks: readonly Pick<Raised, 'week' | 'count'>[];
  readonly settled: Settlement | null;
}

export interface Radar {
  /** The newest week judged; null before the first. */
  readonly watched: { readonly week: Day; readonly series: number; readonly at: Instant } | null;
  readonly alarms: ReadonlyMap<number, DefectAlarm>;
}

export const initialRadar: Radar = { watched: null, alarms: new Map() };

/** Folds one event of the stream `defect-radar`. */
export function evolveRadar(radar: Radar, { type, data }: RadarEvent): Radar {
  switch (type) {
    case 'DefectWeekWatched':
      return { ...radar, watched: data };
    case 'DefectAlarmRaised': {
      const weeks = [...(radar.alarms.get(data.number)?.weeks ?? []), { week: data.week, count: data.count }];
      return withAlarm(radar, { ...data, weeks, settled: null });
    }
    case 'DefectAlarmSettled': {
      const alarm = radar.alarms.get(data.number);
      const { cause, note, at, by } = data;
      return alarm === undefined ? radar : withAlarm(radar, { ...alarm, settled: { cause, note, at, by } });
    }
    default:
      return unreachable(type);
  }
}

const withAlarm = (radar: Radar, alarm: DefectAlarm): Radar => ({
  ...radar,
  alarms: new Map(radar.alarms).set(alarm.number, alarm),
});

export interface JudgedWeek {
  readonly week: Day;
  readonly count: number;
  readonly expected: number;
  readonly bound: number;
}

/** A series whose newest week is above what its past makes likely. */
export interface Suspicion {
  readonly series: SeriesKey;
  /** Monday of the first week of the evidence. */
  readonly began: Day;
  /** Oldest first; the last is the week judged. */
  readonly weeks: readonly JudgedWeek[];
}

/** Weeks after an alarm's newest one in which a suspicion of the same series belongs to it. */
export const SAME_ALARM_WEEKS = 8;
const WEEK_MS = 7 * 86_400_000;

/**
 * Raises the alarms of one week, once: a week already judged writes nothing. An explained alarm is raised again only by more
 * pieces than any of its weeks had, or after eight weeks as a new alarm.
 */
export function watchWeek(
  radar: Radar,
  watched: { readonly week: Day; readonly series: number; readonly suspicions: readonly Suspicion[] },
  { now: at }: { readonly now: Instant },
): Decision<RadarEvent> {
  const { week, series, suspicions } = watched;
  if (radar.watched !== null && week <= radar.watched.week) return accept<RadarEvent>();
  let next = radar.alarms.size + 1;
  const raised = suspicions.flatMap((suspicion): RadarEvent[] => {
    const known = standing(radar, suspicion.series, week);
    const data = raisedBy(suspicion, known?.number ?? next, known?.since, at);
    if (data === null || (known !== undefined && isExplained(known, data.count))) return [];
    if (known === undefined) next += 1;
    return [{ type: 'DefectAlarmRaised', data }];
  });
  return accept<RadarEvent>(...raised, { type: 'DefectWeekWatched', data: { week, series, at } });
}

function standing({ alarms }: Radar, series: SeriesKey, week: Day): DefectAlarm | undefined {
  const isSame = (alarm: DefectAlarm): boolean =>
    alarm.product === series.product &&
    (alarm.pooled === null) === (series.pooled === null) &&
    alarm.reasonId === series.reasonId &&
    alarm.factoryId === series.factoryId;
  return [...alarms.values()].findLast(
    (alarm) => isSame(alarm) && Date.parse(week) - Date.parse(alarm.week) <= SAME_ALARM_WEEKS * WEEK_MS,
  );
}

const isExplained = ({ settled, weeks }: DefectAlarm, count: number): boolean =>
  settled !== null && count <= Math.max(...weeks.map((week) => week.count));

function raisedBy(
  { series, began, weeks }: Suspicion,
  number: number,
  since: Day = began,
  at: Instant,
): Raised | null {
  const newest = weeks.at(-1);
  if (newest === undefined) return null;
  const run = weeks.filter(({ week }) => week >= since);
  return {
    ...series,
    number,
    ...newest,
    expected: rounded(newest.expected),
    since,
    pieces: run.reduce((sum, { count }) => sum + count, 0),
    expectedPieces: rounded(run.reduce((sum, { expected }) => sum + expected, 0)),
    at,
  };
}

const rounded = (value: number): number => Math.round(100 * value) / 100;

export interface AskedSettlement {
  readonly number: number;
  readonly cause: AlarmCause;
  readonly note: string;
}

/** Explains an alarm; the same explanation twice writes once. */
export function settleAlarm(
  radar: Radar,
  { number, cause, note }: AskedSettlement,
  { now: at, by }: { readonly now: Instant; readonly by: Actor },
): Decision<RadarEvent> {
  const alarm = radar.alarms.get(number);
  if (alarm === undefined) return reject('not_found');
  if (alarm.settled?.cause === cause && alarm.settled.note === note) return accept<RadarEvent>();
  const data = { number, cause, note, wordsRef: `defect-alarm-${number}`, at, by };
  return accept<RadarEvent>({ type: 'DefectAlarmSettled', data });
}
