import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { loadGuide, loadGuides } from './load-guide.ts';
import type { Guide } from './guides.ts';

export function useGuide(guide: Guide) {
  const { language } = useTranslation('docs').i18n;
  return useQuery({
    queryKey: ['guide', language, guide.key],
    queryFn: async () => loadGuide(language, guide),
    staleTime: Infinity,
  });
}

export function useAllGuides() {
  const { language } = useTranslation('docs').i18n;
  return useQuery({
    queryKey: ['guides', language],
    queryFn: async () => loadGuides(language),
    staleTime: Infinity,
  });
}
