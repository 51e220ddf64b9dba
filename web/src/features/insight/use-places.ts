import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { choicesQuery } from './queries.ts';
import { useFigureState } from './use-figure-state.ts';

interface PlaceOption {
  /** As it stands in the address: `shop:1`, `country:FR`, `factory:30`. */
  readonly value: string;
  readonly label: string;
}

/** Countries, shops and factories that may be seen; single sites, or the factories alone. */
export function usePlaces(kind: 'any' | 'site' | 'factory' = 'any'): readonly PlaceOption[] {
  const { country } = useStaffFormat();
  const { shops = [], factories = [] } = useQuery(choicesQuery()).data?.data ?? {};
  const ateliers = factories.map(({ id, name }) => ({ value: `factory:${id}`, label: name }));
  if (kind === 'factory') return ateliers;
  const countries = kind === 'any' ? [...new Set(shops.map((shop) => shop.country))] : [];
  return [
    ...countries.map((code) => ({ value: `country:${code}`, label: country(code) })),
    ...shops.map(({ id, name }) => ({ value: `shop:${id}`, label: name })),
    ...ateliers,
  ];
}

/** What stands beside a figure: the name of the other place, or that it was before. */
export function useBesideName(): string {
  const { t } = useTranslation('insight');
  const [{ comparison, beside }] = useFigureState();
  const place = usePlaces().find(({ value }) => comparison === 'place' && value === beside);
  // A name of the other direction must not turn the sentence around it.
  return place === undefined ? t('beforeLabel') : `\u2068${place.label}\u2069`;
}
