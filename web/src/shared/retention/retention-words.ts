import type { RetentionSchedule } from '@atelier/domain/shared/retention.ts';
import type { TFunction } from 'i18next';
import type { Formats } from '@atelier/ui/text/format.ts';

interface Wording {
  readonly t: TFunction<'system'>;
  readonly format: Formats;
  readonly language: string;
}

/** One line of a schedule. */
export interface RetentionFact {
  readonly key: string;
  readonly label: string;
  readonly value: string;
}

/** A number of months in the words of the language, in years where they are whole: "3 years". */
export function monthsWords(months: number, language: string): string {
  return months % 12 === 0 ? inUnit(months / 12, 'year', language) : inUnit(months, 'month', language);
}

function inUnit(value: number, unit: 'day' | 'month' | 'year', language: string): string {
  const locale = language === 'ar' ? 'ar-u-nu-latn' : language;
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}

/** A retention schedule in words, line by line: the same wherever it is shown. */
export function retentionFacts(
  schedule: RetentionSchedule,
  { t, format, language }: Wording,
): readonly RetentionFact[] {
  return [
    {
      key: 'state',
      label: t('system:retention.state'),
      value: t(schedule.on ? 'system:retention.on' : 'system:retention.off'),
    },
    ...schedule.countries.map(({ code, months }) => ({
      key: code,
      label: format.country(code),
      value: monthsWords(months, language),
    })),
    {
      key: 'rest',
      label: t('system:retention.rest'),
      value: monthsWords(schedule.default_months, language),
    },
    {
      key: 'notice',
      label: t('system:retention.notice'),
      value: inUnit(schedule.notice_days, 'day', language),
    },
    {
      key: 'approval',
      label: t('system:retention.approval'),
      value: format.number(schedule.approval_over),
    },
  ];
}
