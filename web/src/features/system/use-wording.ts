import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { usePlaces } from './queries.ts';
import type { Wording } from './value-words.ts';

/** What values are put into words with. */
export function useWording(): Wording {
  const { t, i18n } = useTranslation('system');
  const format = useStaffFormat();
  const { workshops } = usePlaces();
  return useMemo(() => {
    const names = new Map(workshops.map(({ id, name }) => [id, name]));
    return { t, format, language: i18n.language, siteName: (id: number) => names.get(id) ?? String(id) };
  }, [t, format, i18n.language, workshops]);
}
