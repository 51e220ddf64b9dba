import { NAV_STATES } from '@atelier/domain/nav/document.ts';
import { useSearchParams } from 'react-router-dom';
import type { NavAsked, NavFilter } from './nav-queries.ts';

const FILTERS: readonly NavFilter[] = ['all', ...NAV_STATES, 'attention'];

export const isNavFilter = (value: string | null): value is NavFilter =>
  FILTERS.some((filter) => filter === value);

/** What is shown stands in the address, so that it can be sent to a colleague. */
export function useNavFilter(): readonly [NavAsked, (part: Partial<NavAsked>) => void] {
  const [params, setParams] = useSearchParams();
  const state = params.get('state');
  const asked: NavAsked = {
    filter: isNavFilter(state) ? state : 'all',
    number: params.get('number') ?? '',
    page: Math.max(1, Number(params.get('page')) || 1),
  };
  const change = (part: Partial<NavAsked>) => {
    const { filter, number, page } = { ...asked, page: 1, ...part };
    setParams(
      {
        ...(filter !== 'all' && { state: filter }),
        ...(number !== '' && { number }),
        ...(page > 1 && { page: String(page) }),
      },
      { replace: true },
    );
  };
  return [asked, change];
}
