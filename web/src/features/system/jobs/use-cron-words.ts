import { DAY_MS } from '@atelier/domain/kernel.ts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { cronWords } from './cron-words.ts';

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
