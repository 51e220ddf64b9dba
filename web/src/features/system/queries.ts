import type { ConfigChangeView, SettingView, SystemConfigView } from '@atelier/contracts/system/schema.ts';
import type { CountryView, SiteView } from '@atelier/contracts/reference/schema.ts';
import { queryOptions, useQuery, useInfiniteQuery } from '@tanstack/react-query';
import { read, type ApiResponse } from '../../lib/api/client.ts';
import { useLiveRefresh } from '../../live/use-live.ts';
import { useFlip } from '../../lib/time/use-now.ts';
import { useCallback } from 'react';
import { countriesQuery } from '../../shared/queries/countries.ts';
import { sitesQuery } from '../../shared/queries/sites.ts';
import { CHANGE_KINDS } from '@atelier/domain/audit/administered.ts';
import type { ChangeView } from '@atelier/contracts/audit/schema.ts';
import { oneOf, readId, useFilters } from '../../shared/filter-bar/use-filters.ts';
import type { JobsRow } from '@atelier/contracts/system/jobs/schema.ts';
import { readRows, useLiveRows, useRows } from '../../live/rows.ts';

export type ConfigValue = SettingView['value'];
export type { ConfigChangeView, SettingView, SystemConfigView };

export const configQuery = () =>
  queryOptions({
    queryKey: ['system', 'config'],
    queryFn: ({ signal }) => read<SystemConfigView>('/system/config', {}, { signal }),
  });

/** The configuration, live: read again when somebody changes it, and at the moment a planned change takes hold. */
export function useConfig() {
  const { queryKey } = configQuery();
  useLiveRefresh(queryKey, ['system']);
  const query = useQuery(configQuery());
  const { refetch } = query;
  const again = useCallback(() => void refetch(), [refetch]);
  useFlip(query.data?.data.next_change_at, again);
  return query;
}

/** Names of the places a value may list. */
export function usePlaces(): {
  factories: readonly SiteView[];
  /** Factories and warehouses. */
  workshops: readonly SiteView[];
  countries: readonly CountryView[];
} {
  const sites = useQuery(sitesQuery());
  const countries = useQuery(countriesQuery());
  return {
    factories: (sites.data?.data ?? []).filter(({ kind }) => kind === 'factory'),
    workshops: (sites.data?.data ?? []).filter(({ kind }) => kind !== 'shop'),
    countries: countries.data?.data ?? [],
  };
}

export type { ChangeView };
export { CHANGE_KINDS };
export type ChangeLine = ChangeView['lines'][number];

interface ChangesPage extends ApiResponse<ChangeView[]> {
  readonly people: readonly { readonly id: number; readonly name: string }[];
  readonly next: number | null;
}

const PAGE_SIZE = 50;
/** A net beneath the live connection. */
const CHANGES_AGAIN_MS = 60_000;

/** Changes from the newest on, live; older ones page by page. */
export function useChanges({ kind, person }: ReturnType<typeof useChangeFilters>['values']) {
  const queryKey = ['system', 'changes', kind, person];
  useLiveRefresh(queryKey, ['changes'], 1_000);
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) =>
      read<ChangeView[]>(
        '/system/changes',
        { kind, person, before: pageParam, page_size: PAGE_SIZE },
        { signal },
      ) as Promise<ChangesPage>,
    getNextPageParam: (last) => last.next,
    placeholderData: (previous) => previous,
    refetchInterval: CHANGES_AGAIN_MS,
  });
  const pages = query.data?.pages;
  return {
    ...query,
    data: pages && { data: pages.flatMap(({ data }) => data) },
    people: pages?.[0]?.people ?? [],
  };
}

/** What is shown. */
export const useChangeFilters = () => useFilters({ kind: oneOf(CHANGE_KINDS), person: readId }, 'changes');

export type RowOf<What extends JobsRow['what']> = Extract<JobsRow, { what: What }>;

export const jobsQuery = () =>
  queryOptions({
    queryKey: ['jobs', 'all'],
    queryFn: ({ signal }) => readRows('job', () => read<JobsRow[]>('/jobs', {}, { signal })),
  });

/** A net beneath the live connection. */
const JOBS_AGAIN_MS = 30_000;

/** Everything about jobs, each row newer as soon as the server has looked. */
export function useJobs() {
  useLiveRows({ kind: 'job', queryKey: jobsQuery().queryKey, topics: ['jobs'], accepts: () => true });
  const query = useQuery({ ...jobsQuery(), refetchInterval: JOBS_AGAIN_MS });
  return { query, rows: useRows('job', query.data?.ids) };
}

export function rowsOf<What extends JobsRow['what']>(
  rows: readonly JobsRow[],
  what: What,
): readonly RowOf<What>[] {
  return rows.filter((row): row is RowOf<What> => row.what === what);
}

/** Failed before retrying before under way, then by queue: what asks for somebody stands first. */
const URGENCY = { failed: 0, retrying: 1, active: 2 } as const;

export const byUrgency = (a: RowOf<'job'>, b: RowOf<'job'>): number =>
  URGENCY[a.state] - URGENCY[b.state] || a.queue.localeCompare(b.queue) || a.job_id.localeCompare(b.job_id);
