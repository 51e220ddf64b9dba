import { DAY_MS } from '@atelier/domain/kernel.ts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

type CronWords =
  | { readonly key: 'everyMinutes'; readonly count: number }
  | { readonly key: 'hourly'; readonly minute: number }
  | { readonly key: 'daily'; readonly time: string }
  | { readonly key: 'weekly'; readonly time: string; readonly day: number };

const two = (text: string): string => text.padStart(2, '0');
const isNumber = (text: string): boolean => /^\d{1,2}$/u.test(text);

/** When a cron pattern of five fields begins, in words (UTC); null for one that is none of the usual four. */
export function cronWords(pattern: string): CronWords | null {
  const [minute = '', hour = '', day, month, weekday = ''] = pattern.trim().split(/\s+/u);
  if (day !== '*' || month !== '*') return null;
  const [, every] = /^\*\/(\d{1,2})$/u.exec(minute) ?? [];
  if (hour === '*' && weekday === '*') {
    if (minute === '*') return { key: 'everyMinutes', count: 1 };
    if (every !== undefined) return { key: 'everyMinutes', count: Number(every) };
    return isNumber(minute) ? { key: 'hourly', minute: Number(minute) } : null;
  }
  if (!isNumber(minute) || !isNumber(hour)) return null;
  const time = `${two(hour)}:${two(minute)}`;
  if (weekday === '*') return { key: 'daily', time };
  return /^[0-7]$/u.test(weekday) ? { key: 'weekly', time, day: Number(weekday) % 7 } : null;
}

const SUNDAY = Date.UTC(2024, 0, 7);

/** When a schedule begins, as a person would say it; a pattern of another kind stays as it is written. */
export function useCronWords(): (pattern: string) => string {
  const { t, i18n } = useTranslation('jobs');
  return useCallback(
    (pattern) => {
      const words = cronWords(pattern);
      if (words === null) return pattern;
      if (words.key === 'everyMinutes') return t('cron.everyMinutes', { count: words.count });
      if (words.key === 'hourly') return t('cron.hourly', { minute: words.minute });
      if (words.key === 'daily') return t('cron.daily', { time: words.time });
      const weekday = new Intl.DateTimeFormat(i18n.language, { weekday: 'long', timeZone: 'UTC' });
      return t('cron.weekly', { time: words.time, day: weekday.format(SUNDAY + words.day * DAY_MS) });
    },
    [t, i18n.language],
  );
}
