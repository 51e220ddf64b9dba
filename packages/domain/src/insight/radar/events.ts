import type { DomainEvent } from '../../decider.ts';
import type { Actor, Day, Instant } from '../../kernel.ts';

/** What explains an alarm. */
export const ALARM_CAUSES = ['making', 'material', 'campaign', 'data_error', 'chance'] as const;
export type AlarmCause = (typeof ALARM_CAUSES)[number];

/** Which pieces a series counts: those of one collection, or of several that are too sparse apart, for one reason at one factory. */
export interface SeriesKey {
  /** Collection; null where the catalogue names none, or where several are pooled. */
  readonly product: string | null;
  /** The collections of a pooled series; null = one product. */
  readonly pooled: readonly string[] | null;
  readonly reasonId: number;
  /** null = the factory is not known. */
  readonly factoryId: number | null;
}

/** A week of a series had more pieces than its past makes likely (product/insight.md §5). Stream `defect-radar`. */
export type DefectAlarmRaised = DomainEvent<
  'DefectAlarmRaised',
  SeriesKey & {
    /** 1, 2, 3 … A further week of the same alarm has its number. */
    readonly number: number;
    /** Mondays: of the week judged, and of the first week of the evidence. */
    readonly week: Day;
    readonly since: Day;
    readonly count: number;
    readonly expected: number;
    readonly bound: number;
    /** Pieces counted, and expected, from `since` to the end of `week`. */
    readonly pieces: number;
    readonly expectedPieces: number;
    readonly at: Instant;
  }
>;

/** All series of a finished week were judged: it is not judged again. */
export type DefectWeekWatched = DomainEvent<
  'DefectWeekWatched',
  {
    readonly week: Day;
    /** Series that had enough past to be judged. */
    readonly series: number;
    readonly at: Instant;
  }
>;

/** A person explained an alarm. */
export type DefectAlarmSettled = DomainEvent<
  'DefectAlarmSettled',
  {
    readonly number: number;
    readonly cause: AlarmCause;
    readonly note: string;
    /** Whose key seals the note: the alarm itself. */
    readonly wordsRef: string;
    readonly at: Instant;
    readonly by: Actor;
  }
>;

export type RadarEvent = DefectAlarmRaised | DefectWeekWatched | DefectAlarmSettled;

/** Every event has a line; null = nothing personal in it. */
export const RADAR_PERSONAL_DATA = {
  DefectAlarmRaised: null,
  DefectWeekWatched: null,
  DefectAlarmSettled: { subject: 'wordsRef', fields: ['note'] },
} as const satisfies Record<RadarEvent['type'], object | null>;

export const RADAR_STREAM = 'defect-radar';
