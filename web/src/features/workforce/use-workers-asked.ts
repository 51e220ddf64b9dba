import { useSearchParams } from 'react-router-dom';
import type { WorkersAsked } from './workforce-queries.ts';

const ID = /^[1-9]\d{0,14}$/;
const idOf = (value: string | null): string => (value !== null && ID.test(value) ? value : '');

export function readAsked(params: URLSearchParams): WorkersAsked {
  const active = params.get('active');
  return {
    search: (params.get('search') ?? '').slice(0, 100),
    role: idOf(params.get('role')),
    site: idOf(params.get('store')),
    active: active === 'true' || active === 'false' ? active : '',
    page: Math.min(100_000, Math.max(1, Math.trunc(Number(params.get('page'))) || 1)),
  };
}

/** Only what is not as usual stands in the address. */
export function paramsOf({ search, role, site, active, page }: WorkersAsked): Record<string, string> {
  const words = { search, role, store: site, active, page: page > 1 ? String(page) : '' };
  return Object.fromEntries(Object.entries(words).filter(([, value]) => value !== ''));
}

/** Filters and page stand in the address, so that a list can be sent to a colleague. */
export function useWorkersAsked(): readonly [WorkersAsked, (part: Partial<WorkersAsked>) => void] {
  const [params, setParams] = useSearchParams();
  const asked = readAsked(params);
  const change = (part: Partial<WorkersAsked>): void =>
    setParams(paramsOf({ ...asked, page: 1, ...part }), { replace: true });
  return [asked, change];
}
