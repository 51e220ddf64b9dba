import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sitesQuery } from '../../shared/queries/sites.ts';

/** The filters by site and span that every list of the audit offers. */
export function usePlaceFilters() {
  const { t } = useTranslation('audit');
  const sites = useQuery(sitesQuery()).data?.data ?? [];
  return [
    {
      name: 'site',
      label: t('feed.site'),
      placeholder: t('feed.everywhere'),
      options: sites.map(({ id, name }) => ({ value: String(id), label: name })),
    },
    { name: 'from', label: t('feed.from'), type: 'date' },
    { name: 'to', label: t('feed.to'), type: 'date' },
  ] as const;
}
