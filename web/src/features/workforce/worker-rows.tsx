import { CircleCheck, IdCard, KeyRound, UserX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { ListRow, PagedTable, RowOpen } from '../../shared/paged-table/paged-table.tsx';
import { Pager } from '../../shared/paged-table/pager.tsx';
import type { DrawnQuery } from '../../shared/paged-table/query-view.tsx';
import { useFloorWord } from './use-floor-word.ts';
import { PAGE_SIZE, type WorkerFiltersState, type WorkerView } from './queries.ts';

interface WorkerRowsProps {
  query: DrawnQuery<{ data: WorkerView[]; total?: number | undefined }>;
  filters: WorkerFiltersState;
  onOpen: (worker: WorkerView) => void;
}

const COLUMNS = ['terms:field.workId', 'name', 'barcode', 'department', 'role', 'store', 'state'] as const;

/** One line per worker, the newest first. */
export function WorkerRows({ query, filters, onOpen }: WorkerRowsProps) {
  const { t } = useTranslation('workers');
  return (
    <PagedTable
      query={query}
      skeleton={{ rows: 8, height: 40, gap: 16 }}
      failed={t('failed')}
      empty={<Nobody filters={filters} />}
      head={{ className: 'worker-row', names: COLUMNS.map((key) => t(key)) }}
      foot={
        <Pager
          id="workers"
          total={query.data?.total}
          pageSize={PAGE_SIZE}
          page={filters.page}
          onPage={filters.turnTo}
          byTime
        />
      }
      testId="workers-list"
    >
      {(worker) => <WorkerRow key={worker.ID} worker={worker} onOpen={onOpen} />}
    </PagedTable>
  );
}

function Nobody({ filters: { isFiltered, clear } }: Pick<WorkerRowsProps, 'filters'>) {
  const { t } = useTranslation('workers');
  if (!isFiltered)
    return <EmptyState title={t('empty')} icon={<IdCard aria-hidden />} testId="workers-empty" />;
  return (
    <EmptyState
      title={t('none')}
      icon={<IdCard aria-hidden />}
      action={<Button onClick={clear}>{t('showAll')}</Button>}
      testId="workers-none"
    >
      {t('noneBody')}
    </EmptyState>
  );
}

function WorkerRow({ worker, onOpen }: { worker: WorkerView; onOpen: (worker: WorkerView) => void }) {
  const { t } = useTranslation('workers');
  const wordOf = useFloorWord();
  return (
    <ListRow
      className="worker-row"
      version={worker.version}
      testId={`worker-${worker.WorkerID}`}
      data-active={worker.IsActive}
    >
      <bdi className="mono num">{worker.WorkerID}</bdi>
      <RowOpen onOpen={() => onOpen(worker)}>{worker.WorkerName}</RowOpen>
      <span className="row muted">
        <bdi className="mono" dir="ltr" aria-label={t('masked')}>
          {worker.Barcode}
        </bdi>
        {worker.HasPin && <KeyRound size={14} role="img" aria-label={t('hasPin')} />}
      </span>
      <bdi className="muted">{wordOf(worker.Department)}</bdi>
      <bdi>{wordOf(worker.Role.Name)}</bdi>
      <bdi className="muted">{worker.store.name}</bdi>
      <span>
        {worker.IsActive ? (
          <Tag className="phase-tag phase-ready" icon={<CircleCheck size={13} aria-hidden />}>
            {t('active')}
          </Tag>
        ) : (
          <Tag icon={<UserX size={13} aria-hidden />}>{t('inactive')}</Tag>
        )}
      </span>
    </ListRow>
  );
}
