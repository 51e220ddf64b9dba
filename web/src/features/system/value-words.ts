import { textIn, type TranslatedText } from '@atelier/domain/contract/translated-text.ts';
import { nearestLanguage, REFERENCE_LANGUAGES } from '@atelier/domain/shared/languages.ts';
import type { SettingUnit } from '@atelier/domain/system/contract.ts';
import { isRetentionSchedule } from '@atelier/domain/shared/retention.ts';
import { isSchedule, type Schedule } from '@atelier/domain/shared/schedule.ts';
import type { TFunction } from 'i18next';
import type { Formats } from '@atelier/ui/text/format.ts';
import { retentionFacts } from '../../shared/retention/retention-words.ts';
import type { ConfigValue, SettingView } from './queries.ts';

interface StageLimits {
  readonly target_hours: number | null;
  readonly wip_limit: number | null;
}
export interface SiteLimits extends StageLimits {
  readonly site_id: number;
}
export interface StageValue extends StageLimits {
  /** Changes of before sites had limits name none. */
  readonly sites: SiteLimits[];
}

const isObject = (value: ConfigValue): value is { [key: string]: ConfigValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isLimit = (value: unknown): value is number | null => value === null || typeof value === 'number';

export function asStage(value: ConfigValue): StageValue | null {
  if (!isObject(value)) return null;
  const { target_hours, wip_limit, sites = [] } = value;
  if (!isLimit(target_hours) || !isLimit(wip_limit)) return null;
  return { target_hours, wip_limit, sites: Array.isArray(sites) ? sites.flatMap(siteLimits) : [] };
}

function siteLimits(value: ConfigValue): SiteLimits[] {
  if (!isObject(value)) return [];
  const { site_id, target_hours, wip_limit } = value;
  const isWhole = typeof site_id === 'number' && isLimit(target_hours) && isLimit(wip_limit);
  return isWhole ? [{ site_id, target_hours, wip_limit }] : [];
}
export const asSchedule = (value: ConfigValue): Schedule | null => (isSchedule(value) ? value : null);
export const asList = (value: ConfigValue): readonly (string | number)[] | null =>
  Array.isArray(value) && value.every((each) => typeof each === 'string' || typeof each === 'number')
    ? value
    : null;

/** A schedule as the environment gives it. */
const asCron = (value: ConfigValue): string | null =>
  isObject(value) && typeof value['cron'] === 'string' ? value['cron'] : null;

/** Words in all languages. */
export const asTexts = (value: ConfigValue): TranslatedText | null => (isTexts(value) ? value : null);

const isTexts = (value: ConfigValue): value is TranslatedText =>
  isObject(value) && REFERENCE_LANGUAGES.every((language) => typeof value[language] === 'string');

/** An amount by currency. */
export const asAmounts = (value: ConfigValue): Readonly<Record<string, number>> | null =>
  isAmounts(value) ? value : null;

const isAmounts = (value: ConfigValue): value is Readonly<Record<string, number>> =>
  isObject(value) &&
  Object.entries(value).every(([code, minor]) => /^[A-Z]{3}$/.test(code) && typeof minor === 'number');

/** Units that every language has words for; the others are said by the setting's own name. */
const MEASURES: Readonly<Partial<Record<SettingUnit, string>>> = {
  seconds: 'second',
  minutes: 'minute',
  hours: 'hour',
  days: 'day',
  months: 'month',
  years: 'year',
  kilobytes: 'kilobyte',
};

export interface Wording {
  readonly t: TFunction<'system'>;
  readonly format: Formats;
  readonly language: string;
  /** Names of sites by id. */
  readonly siteName: (id: number) => string;
  /** A cron pattern of the installation. */
  readonly cronWords: (pattern: string) => string;
}

/** A number with its unit, in the words of the language: "14 days". */
export function measured(value: number, unit: SettingUnit | null, { format, language }: Wording): string {
  const measure = unit === null ? undefined : MEASURES[unit];
  if (measure === undefined) return format.number(value);
  const locale = language === 'ar' ? 'ar-u-nu-latn' : language;
  return new Intl.NumberFormat(locale, { style: 'unit', unit: measure, unitDisplay: 'long' }).format(value);
}

/** What a value is that was never set: a tolerance of a bench is that of every bench. */
export const nothingOf = ({ kind, unit }: Pick<SettingView, 'kind' | 'unit'>) =>
  unit === 'milligrams' ? ('tolerance' as const) : kind;

/** A value in words. */
export function valueWords(
  setting: Pick<SettingView, 'kind' | 'unit'>,
  value: ConfigValue,
  wording: Wording,
): string {
  const { t } = wording;
  if (value === null) return t(`system:nothing.${nothingOf(setting)}`);
  if (typeof value === 'boolean') return t(value ? 'terms:yes' : 'terms:no');
  if (typeof value === 'number') return measured(value, setting.unit, wording);
  if (isRetentionSchedule(value))
    return retentionFacts(value, wording)
      .map((fact) => `${fact.label}: ${fact.value}`)
      .join(' · ');
  const texts = asTexts(value);
  if (texts !== null) return beginningOf(textIn(texts, nearestLanguage(wording.language) ?? 'en'));
  const amounts = asAmounts(value);
  if (amounts !== null)
    return wording.format.list(
      Object.entries(amounts).map(([currency, minor]) => wording.format.money(minor, currency)),
    );
  const stage = asStage(value);
  if (stage !== null) return stageWords(stage, wording);
  const cron = asCron(value);
  if (cron !== null) return wording.cronWords(cron);
  const plan = asSchedule(value);
  if (plan !== null) return scheduleWords(plan, wording);
  return listWords(asList(value) ?? [], wording);
}

const SHOWN = 80;

/** What a longer text begins with. */
function beginningOf(text: string): string {
  const [line = '', ...more] = text.split('\n');
  if (line.length > SHOWN) return `${line.slice(0, SHOWN)}…`;
  return more.length === 0 ? line : `${line} …`;
}

function stageWords({ sites, ...everywhere }: StageValue, wording: Wording): string {
  const { t, siteName } = wording;
  const others = sites.map(({ site_id: id, ...limits }) =>
    t('system:stage.atSite', { site: siteName(id), limits: limitWords(limits, wording) }),
  );
  return [limitWords(everywhere, wording), ...others].join('; ');
}

function limitWords({ target_hours: hours, wip_limit: limit }: StageLimits, wording: Wording): string {
  const { t, format } = wording;
  const target = hours === null ? t('system:stage.noTarget') : measured(hours, 'hours', wording);
  return `${target} · ${limit === null ? t('system:stage.noLimit') : t('system:stage.limit', { limit: format.number(limit) })}`;
}

function scheduleWords(plan: Schedule, wording: Wording): string {
  const { t } = wording;
  switch (plan.mode) {
    case 'off':
      return t('system:schedule.off');
    case 'interval':
      return t('system:schedule.every', { time: measuredMinutes(plan.minutes, wording) });
    case 'daily':
      return t('system:schedule.daily', { at: plan.at });
    case 'weekly':
      return t('system:schedule.weekly', { day: weekdayName(plan.day, wording.language), at: plan.at });
  }
}

export const measuredMinutes = (minutes: number, wording: Wording): string =>
  minutes < 60 ? measured(minutes, 'minutes', wording) : measured(minutes / 60, 'hours', wording);

/** 1 Monday … 7 Sunday; the fifth of January 2026 was a Monday. */
export function weekdayName(day: number, language: string): string {
  const date = new Date(Date.UTC(2026, 0, 4 + day));
  return new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(date);
}

function listWords(list: readonly (string | number)[], { t, format, siteName }: Wording): string {
  if (list.length === 0) return t('system:nowhere');
  const names = list.map((each) => (typeof each === 'number' ? siteName(each) : format.country(each)));
  return names.length <= 4
    ? format.list(names)
    : t('system:andMore', { names: format.list(names.slice(0, 3)), count: names.length - 3 });
}
