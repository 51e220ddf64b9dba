import { WORKER_LENGTH } from '@atelier/domain/workforce/contract.ts';
import type { WorkerRoleView, WorkerView } from '@atelier/contracts/workforce/schema.ts';
import type { SiteView } from '@atelier/contracts/reference/schema.ts';
import { type QueryClient, keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { putRow } from '../../lib/api/put-row.ts';
import { oneOf, readId, textUpTo, useFilters } from '../../shared/filter-bar/use-filters.ts';
import { sitesQuery } from '../../shared/queries/sites.ts';
import { command } from '../../lib/api/client.ts';

export type { SiteView, WorkerRoleView, WorkerView };

export const PAGE_SIZE = 25;
/** Colleagues change workers too, without a live message. */
const AGAIN_MS = 20_000;

/** What the list shows. */
export const useWorkerFilters = () =>
  useFilters(
    {
      search: textUpTo(WORKER_LENGTH.search),
      role: readId,
      store: readId,
      active: oneOf(['true', 'false']),
    },
    'workers',
  );

export type WorkerFiltersState = ReturnType<typeof useWorkerFilters>;

export const WORKERS = ['workers'] as const;

const LIST = '/all/rma_workers';

function bodyOf({ values: { search, role, store, active }, page }: WorkerFiltersState) {
  return {
    page,
    page_size: PAGE_SIZE,
    ...(search.trim() !== '' && { search: search.trim() }),
    ...(role !== '' && { Role: Number(role) }),
    ...(store !== '' && { store: Number(store) }),
    ...(active !== '' && { IsActive: active === 'true' }),
  };
}

export function useWorkers(filters: WorkerFiltersState) {
  const body = bodyOf(filters);
  return useQuery({
    queryKey: [...WORKERS, 'list', body],
    queryFn: ({ signal }) => command({ path: LIST, body, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
  });
}

/** After a save: every list shows the worker as saved, and is then read again. */
export function noteWorker(client: QueryClient, row: WorkerView): void {
  putRow(client, { queryKey: [...WORKERS, 'list'], row, isSame: ({ ID }: WorkerView) => ID === row.ID });
  void client.invalidateQueries({ queryKey: WORKERS });
}

/** The same for a role. */
export function noteRole(client: QueryClient, row: WorkerRoleView): void {
  putRow(client, { queryKey: [...WORKERS, 'roles'], row, isSame: ({ ID }: WorkerRoleView) => ID === row.ID });
  void client.invalidateQueries({ queryKey: WORKERS });
}

/** The worker as they stand now; undefined when they are to be found no more under their work id. */
export async function readWorker({ ID, WorkerID }: WorkerView): Promise<WorkerView | undefined> {
  const body = { page: 1, page_size: 100, search: WorkerID };
  const { data } = await command({ path: LIST, body });
  return data.find((worker) => worker.ID === ID);
}

/** One worker by id, 0 for none; null where they are out of view. */
export const workerQuery = (id: number) =>
  queryOptions({
    queryKey: [...WORKERS, 'one', id],
    queryFn: ({ signal }) =>
      command({ path: LIST, body: { ID: id, page_size: 1 }, signal }).then(({ data }) => data[0] ?? null),
    enabled: id > 0,
  });

export const rolesQuery = () =>
  queryOptions({
    queryKey: [...WORKERS, 'roles'],
    queryFn: ({ signal }) => command({ path: '/all/rma_workers_role', body: {}, signal }),
    refetchInterval: AGAIN_MS,
  });

/** Stations stand in factories and warehouses. */
export const stationsQuery = () => ({
  ...sitesQuery(),
  select: ({ data }: { data: SiteView[] }) => data.filter(({ kind }) => kind !== 'shop'),
});
