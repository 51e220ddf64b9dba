import type { UseQueryResult } from '@tanstack/react-query';
import { CircleCheck, IdCard, KeyRound, UserX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useWash } from '../../ui/use-wash.ts';
import { errorLine } from '../../lib/api/notice-error.ts';
import { Pages } from './pages.tsx';
import { useFloorWord } from './use-floor-word.ts';
import type { WorkersAsked, WorkerView } from './workforce-queries.ts';

interface WorkerRowsProps {
  query: UseQueryResult<{ data: WorkerView[]; total?: number | undefined }>;
  asked: WorkersAsked;
  onChange: (part: Partial<WorkersAsked>) => void;
  onOpen: (worker: WorkerView) => void;
}

const EVERYBODY = { search: '', role: '', site: '', active: '' } as const;

/** One line per worker, the newest first. */
export function WorkerRows({ query, asked, onChange, onOpen }: WorkerRowsProps) {
  const { t } = useTranslation('workers');
  const rows = query.data?.data ?? [];
  if (query.isPending)
    return (
      <div className="panel-body">
        <Skeleton rows={8} height={40} gap={16} />
      </div>
    );
  if (query.isError && rows.length === 0)
    return (
      <ErrorState title={t('failed')} detail={errorLine(query.error)} onRetry={() => void query.refetch()} />
    );
  if (rows.length === 0) return <Nobody asked={asked} onChange={onChange} />;
  return (
    <>
      <Head />
      <ul
        className="workers-list"
        aria-busy={query.isPlaceholderData || undefined}
        data-testid="workers-list"
      >
        {rows.map((worker) => (
          <WorkerRow key={worker.ID} worker={worker} onOpen={onOpen} />
        ))}
      </ul>
      <Pages total={query.data?.total ?? 0} page={asked.page} onPage={(page) => onChange({ page })} />
    </>
  );
}

function Nobody({ asked, onChange }: Pick<WorkerRowsProps, 'asked' | 'onChange'>) {
  const { t } = useTranslation('workers');
  const isFiltered = asked.page > 1 || [asked.search, asked.role, asked.site, asked.active].some(Boolean);
  if (!isFiltered)
    return <EmptyState title={t('empty')} icon={<IdCard aria-hidden />} testId="workers-empty" />;
  return (
    <EmptyState
      title={t('none')}
      icon={<IdCard aria-hidden />}
      action={<Button onClick={() => onChange(EVERYBODY)}>{t('showAll')}</Button>}
      testId="workers-none"
    >
      {t('noneBody')}
    </EmptyState>
  );
}

/** For the eyes alone: each line says its own words to those who hear it. */
function Head() {
  const { t } = useTranslation('workers');
  return (
    <div className="worker-row worker-head small muted" aria-hidden>
      {(['workId', 'name', 'barcode', 'department', 'role', 'store'] as const).map((key) => (
        <span key={key}>{t(key)}</span>
      ))}
      <span>{t('state')}</span>
    </div>
  );
}

function WorkerRow({ worker, onOpen }: { worker: WorkerView; onOpen: (worker: WorkerView) => void }) {
  const { t } = useTranslation('workers');
  const wordOf = useFloorWord();
  const isFresh = useWash(worker.version);
  return (
    <li
      className={isFresh ? 'worker-row washed' : 'worker-row'}
      data-testid={`worker-${worker.WorkerID}`}
      data-active={worker.IsActive}
    >
      <span className="worker-mono num">
        <bdi>{worker.WorkerID}</bdi>
      </span>
      <button type="button" className="worker-open" onClick={() => onOpen(worker)}>
        <bdi>{worker.WorkerName}</bdi>
      </button>
      <span className="worker-code">
        <bdi className="muted" dir="ltr" aria-label={t('masked')}>
          {worker.Barcode}
        </bdi>
        {worker.HasPin && <KeyRound size={14} role="img" aria-label={t('hasPin')} />}
      </span>
      <span className="muted">
        <bdi>{wordOf(worker.Department)}</bdi>
      </span>
      <span>
        <bdi>{wordOf(worker.Role.Name)}</bdi>
      </span>
      <span className="muted">
        <bdi>{worker.store.name}</bdi>
      </span>
      <span>
        {worker.IsActive ? (
          <Tag phase="ready" icon={<CircleCheck size={13} aria-hidden />}>
            {t('active')}
          </Tag>
        ) : (
          <Tag icon={<UserX size={13} aria-hidden />}>{t('inactive')}</Tag>
        )}
      </span>
    </li>
  );
}
