import { readQuery } from '../../lib/api/read-query.ts';
import { ACCOUNT_LIMITS, USER_TYPES } from '@atelier/domain/identity/contract.ts';
import type { SiteView } from '@atelier/contracts/reference/schema.ts';
import type { RoleView, UserView } from '@atelier/contracts/identity/manage-schema.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { oneOf, readId, textUpTo, useFilters } from '../../shared/filter-bar/use-filters.ts';

export type { RoleView, SiteView, UserView };
export type UserType = UserView['user_type'];

export const PAGE_SIZE = 25;
/** Who is signed in changes without a live message. */
const AGAIN_MS = 30_000;

/** What the list shows. */
export const useUserFilters = () =>
  useFilters(
    {
      search: textUpTo(ACCOUNT_LIMITS.search),
      type: oneOf(USER_TYPES),
      site: readId,
      active: oneOf(['true', 'false']),
    },
    'users',
  );

export type UserFiltersState = ReturnType<typeof useUserFilters>;

export const USERS = ['users'] as const;

export function useUsers({ values: { search, type, site, active }, page }: UserFiltersState) {
  const query = { search: search.trim(), user_type: type, site_id: site, active, page, page_size: PAGE_SIZE };
  return useQuery(
    readQuery([...USERS, 'list', query], '/user/list', query, {
      placeholderData: keepPreviousData,
      refetchInterval: AGAIN_MS,
    }),
  );
}

export const userQuery = (id: number) =>
  readQuery(
    [...USERS, 'one', id],
    '/user/get',
    { id },
    {
      staleTime: 0,
      // Opened again, it is read again: what an earlier look left would be an old version to save upon.
      gcTime: 0,
      // During typing, nothing may change beneath the user.
      refetchOnReconnect: false,
    },
  );

export const rolesQuery = () => readQuery([...USERS, 'roles'], '/role/list');

/** Where an account of a type can stand: a shop's person in a shop, operation's in a factory or warehouse. */
export const sitesFor = (type: UserType, sites: readonly SiteView[]): readonly SiteView[] =>
  type === 'admin' ? [] : sites.filter(({ kind }) => (kind === 'shop') === (type === 'shop'));

/** The part of a role's name that is not the same for all: `#INTRANET::FRONT_shop` → `shop`. */
export const shortRole = (name: string): string => name.split('FRONT_').at(-1) ?? name;

/** A role in the reader's words; one of the house's own keeps its name. */
export function useRoleName(): (name: string) => string {
  const { t } = useTranslation('users');
  return useCallback((name) => t(`role.${shortRole(name).replaceAll(' ', '_')}`, shortRole(name)), [t]);
}
