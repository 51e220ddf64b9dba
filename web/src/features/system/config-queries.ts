import type { ConfigChangeView, SettingView, SystemConfigView } from '@atelier/domain/system/schema.ts';
import type { CountryView, SiteView } from '@atelier/domain/reference/schema.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { read } from '../../lib/api/client.ts';
import { useLiveRefresh } from '../../live/use-live.ts';
import { useFlip } from '../../lib/time/use-now.ts';
import { useCallback } from 'react';
import { sitesQuery } from '../../shared/queries/sites.ts';

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
  const countries = useQuery({
    queryKey: ['reference', 'countries'],
    queryFn: ({ signal }) => read<CountryView[]>('/get_all_country', {}, { signal }),
  });
  return {
    factories: (sites.data?.data ?? []).filter(({ kind }) => kind === 'factory'),
    workshops: (sites.data?.data ?? []).filter(({ kind }) => kind !== 'shop'),
    countries: countries.data?.data ?? [],
  };
}
