import type { TranslatedText } from '../contract/translated-text.ts';
import type { RetentionSchedule } from '../shared/retention.ts';
import type { Schedule } from '../shared/schedule.ts';

/** A configured value as the wire and the log hold it: in people's units, never in milliseconds. */
export type ConfigValue =
  | number
  | boolean
  | null
  | readonly string[]
  | readonly number[]
  | Schedule
  | RetentionSchedule
  | TranslatedText
  | Readonly<Record<string, number>>
  | StageValue;

interface StageLimitsValue {
  readonly target_hours: number | null;
  readonly wip_limit: number | null;
}

/** Limits of a stage, and of the sites that have others. */
export interface StageValue extends StageLimitsValue {
  readonly sites: readonly ({ readonly site_id: number } & StageLimitsValue)[];
}

export const SETTING_GROUPS = [
  'warranty',
  'waiting',
  'repair',
  'scanning',
  'deposit',
  'care',
  'schedules',
  'stages',
  'weighing',
  'tolerances',
  'places',
  'signin',
  'pictures',
  'messages',
  'privacy',
] as const;
export type SettingGroup = (typeof SETTING_GROUPS)[number];

export const SETTING_UNITS = [
  'seconds',
  'minutes',
  'hours',
  'days',
  'months',
  'years',
  'times',
  'words',
  'items',
  'kilobytes',
  'pixels',
  'milligrams',
] as const;
export type SettingUnit = (typeof SETTING_UNITS)[number];
export const SETTING_KINDS = [
  'number',
  'flag',
  'schedule',
  'stage',
  'countries',
  'factories',
  'sites',
  'retention',
  'texts',
  'amounts',
] as const;
export type SettingKind = (typeof SETTING_KINDS)[number];

/** Where the value in force comes from. `changed`: a person set it; `since` says who, when and why. */
export const SETTING_SOURCES = ['changed', 'default', 'reference', 'environment'] as const;
export type SettingSource = (typeof SETTING_SOURCES)[number];
