import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useTranslation } from 'react-i18next';
import { ListScreen } from '../../shared/paged-table/list-screen.tsx';
import { WorkerFilters } from './worker-filters.tsx';
import { WorkerPanel } from './worker-panel.tsx';
import { WorkerRows } from './worker-rows.tsx';
import { readId, withParams } from '../../shared/filter-bar/use-filters.ts';
import {
  rolesQuery,
  stationsQuery,
  useWorkerFilters,
  useWorkers,
  workerQuery,
  type WorkerView,
} from './queries.ts';
import './workforce.css';

/** `/worker-list`: who works at the stations, with what badge and role (product/workforce.md §2). */
export function Screen() {
  const { t } = useTranslation('workers');
  const filters = useWorkerFilters();
  const [open, setOpen] = useOpenWorker();
  const workers = useWorkers(filters);
  const roles = useQuery(rolesQuery()).data?.data ?? [];
  const sites = useQuery(stationsQuery()).data ?? [];
  return (
    <ListScreen
      id="workers"
      lead={t('lead')}
      title={t('title')}
      total={workers.data && (workers.data.total ?? 0)}
      add={{
        label: t('new'),
        icon: <UserPlus size={16} aria-hidden />,
        onClick: () => setOpen('new'),
        testId: 'worker-new',
      }}
      list={
        <>
          <WorkerFilters filters={filters} roles={roles} sites={sites} />
          <WorkerRows query={workers} filters={filters} onOpen={setOpen} />
        </>
      }
    >
      {open !== null && (
        <WorkerPanel
          key={open === 'new' ? 'new' : open.ID}
          worker={open === 'new' ? null : open}
          roles={roles}
          sites={sites}
          onClose={() => setOpen(null)}
        />
      )}
    </ListScreen>
  );
}

type OpenWorker = WorkerView | 'new' | null;

/** `?worker=` opens a worker's row, as the search box does for a badge; closed, it leaves the address. */
function useOpenWorker(): readonly [OpenWorker, (open: OpenWorker) => void] {
  const [params, setParams] = useSearchParams();
  const [chosen, setChosen] = useState<OpenWorker>(null);
  const id = Number(readId(params.get('worker') ?? ''));
  const { data: named } = useQuery(workerQuery(id));
  const show = (open: OpenWorker): void => {
    setChosen(open);
    if (id > 0) setParams((before) => withParams(before, { worker: '' }), { replace: true });
  };
  return [chosen ?? (id > 0 ? (named ?? null) : null), show];
}
