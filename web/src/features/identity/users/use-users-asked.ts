import { USER_TYPES } from '@atelier/domain/identity/contract.ts';
import { useSearchParams } from 'react-router-dom';
import type { UsersAsked } from './users-queries.ts';

const oneOf = <T extends string>(value: string | null, known: readonly T[]): T | '' =>
  known.find((each) => each === value) ?? '';

/** Which account stands open beside the list; `new` = one that is being written. */
export type OpenUser = number | 'new' | null;

export interface UsersAddress {
  readonly asked: UsersAsked;
  readonly open: OpenUser;
  readonly change: (part: Partial<UsersAsked>) => void;
  readonly show: (open: OpenUser) => void;
}

/** Filters, page and the open account stand in the address, so that it can be sent to a colleague. */
export function useUsersAsked(): UsersAddress {
  const [params, setParams] = useSearchParams();
  const asked = readAsked(params);
  const open = readOpen(params.get('user'));
  const write = (next: UsersAsked, shown: OpenUser): void => {
    const { search, type, site, active, page } = next;
    const words = {
      search,
      type,
      site,
      active,
      page: page > 1 ? String(page) : '',
      user: String(shown ?? ''),
    };
    setParams(Object.fromEntries(Object.entries(words).filter(([, value]) => value !== '')), {
      replace: true,
    });
  };
  return {
    asked,
    open,
    change: (part) => write({ ...asked, page: 1, ...part }, open),
    show: (next) => write(asked, next),
  };
}

function readAsked(params: URLSearchParams): UsersAsked {
  const site = params.get('site') ?? '';
  return {
    search: (params.get('search') ?? '').slice(0, 100),
    type: oneOf(params.get('type'), USER_TYPES),
    site: /^[1-9]\d{0,8}$/.test(site) ? site : '',
    active: oneOf(params.get('active'), ['true', 'false']),
    page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
  };
}

function readOpen(value: string | null): OpenUser {
  if (value === 'new') return 'new';
  return value !== null && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : null;
}
