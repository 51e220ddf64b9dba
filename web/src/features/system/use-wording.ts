import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { useCronWords } from './jobs/use-cron-words.ts';
import { usePlaces } from './queries.ts';
import type { Wording } from './value-words.ts';

/** What values are put into words with. */
export function useWording(): Wording {
  const { t, i18n } = useTranslation('system');
  const format = useStaffFormat();
  const { workshops } = usePlaces();
  const cronWords = useCronWords();
  return useMemo(() => {
    const names = new Map(workshops.map(({ id, name }) => [id, name]));
    const siteName = (id: number) => names.get(id) ?? String(id);
    return { t, format, language: i18n.language, siteName, cronWords };
  }, [t, format, i18n.language, workshops, cronWords]);
}
