import type { CountryView, SiteView } from '@atelier/contracts/reference/schema.ts';
import { useQuery, useInfiniteQuery } from '@tanstack/react-query';
import { read } from '../../lib/api/client.ts';
import { useLiveRefresh } from '../../live/use-live.ts';
import { useFlip } from '../../lib/time/use-now.ts';
import { useCallback } from 'react';
import { countriesQuery } from '../../shared/queries/countries.ts';
import { sitesQuery } from '../../shared/queries/sites.ts';
import { CHANGE_KINDS } from '@atelier/domain/audit/administered.ts';
import { oneOf, readId, useFilters } from '../../shared/filter-bar/use-filters.ts';
import type { JobsRow } from '@atelier/contracts/system/jobs/schema.ts';
import { useLiveRows, useRows } from '../../live/rows.ts';
import { rowsQuery } from '../../shared/queries/rows-query.ts';
import { readQuery } from '../../lib/api/read-query.ts';
import type { DataOf } from '../../lib/api/calls.ts';

export type SystemConfigView = DataOf<'GET', '/system/config'>;
export type SettingView = SystemConfigView['settings'][number];
export type ConfigChangeView = SettingView['history'][number];
export type ConfigValue = SettingView['value'];

export const configQuery = () => readQuery(['system', 'config'], '/system/config');

/** The configuration, live: read again when it changes, and at the moment a planned change takes hold. */
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

export type ChangeView = DataOf<'GET', '/system/changes'>[number];
export { CHANGE_KINDS };
export type ChangeLine = ChangeView['lines'][number];

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
      read('/system/changes', { kind, person, before: pageParam, page_size: PAGE_SIZE }, { signal }),
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

export const jobsQuery = () => rowsQuery('job', ['jobs', 'all'], '/jobs');

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

/** Failed before retrying before under way, then by queue: what needs attention is first. */
const URGENCY = { failed: 0, retrying: 1, active: 2 } as const;

export const byUrgency = (a: RowOf<'job'>, b: RowOf<'job'>): number =>
  URGENCY[a.state] - URGENCY[b.state] || a.queue.localeCompare(b.queue) || a.job_id.localeCompare(b.job_id);
