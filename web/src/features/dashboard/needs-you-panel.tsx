import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { PackageCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { type ListColumn, DataList } from '@atelier/ui/tables/data-list.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { EmptyState, ErrorState, Skeleton } from '@atelier/ui/feedback/states.tsx';
import { errorLine } from '../../lib/api/notice-error.ts';
import { useDashboardStats } from '../../shared/queries/dashboard-stats.ts';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { screenNow } from '../../lib/time/screen-clock.ts';
import { ButtonLink } from '../../shared/item/button-link.tsx';
import { useAgeClock } from '../../shared/item/minute-clock.ts';
import { AgeCell, PieceCell, StageCell } from '../../shared/item/piece-cells.tsx';
import { useNeedsYou } from './needs-you.ts';
import { Status } from '@atelier/domain/shared/status.ts';

const readPath = (row: ItemView): string => `/readRma?id=${row.rma_id}&item=${row.id}&work=1`;

/** What to do with a piece, as a link: pack what is here, call whose piece is ready. */
function NextLink({ row }: { row: ItemView }) {
  const { t } = useTranslation('dashboard');
  const isPacking = row.rma_status_id === Status.Created;
  return (
    <ButtonLink
      to={isPacking ? `/preparePackage?item=${row.id}` : readPath(row)}
      onClick={(event) => event.stopPropagation()}
    >
      {t(isPacking ? 'action.pack' : 'action.call')}
    </ButtonLink>
  );
}

/** Time since the last call or message: a customer called this morning need not be called at noon. */
function Called({ at }: { at: string }) {
  const { t } = useTranslation('dashboard');
  const format = useStaffFormat();
  useAgeClock();
  return (
    <time className="small muted" dateTime={at} data-testid="called">
      {t('action.called', { age: format.age(screenNow() - Date.parse(at)) })}
    </time>
  );
}

function ClientCell({ row }: { row: ItemView }) {
  return (
    <span className="needs-client stack gap-0 items-start">
      <bdi className="nowrap">{row.fullname}</bdi>
      {row.last_follow_up_at !== null && <Called at={row.last_follow_up_at} />}
    </span>
  );
}

function useNeedsColumns(): ListColumn<ItemView>[] {
  const { t } = useTranslation('dashboard');
  return [
    { key: 'piece', header: t('terms:field.product'), cell: (row) => <PieceCell item={row} /> },
    { key: 'client', header: t('terms:field.client'), cell: (row) => <ClientCell row={row} /> },
    { key: 'where', header: t('needs.where'), cell: (row) => <StageCell status={row.rma_status_id} /> },
    { key: 'waiting', header: t('needs.waiting'), cell: (row) => <AgeCell item={row} /> },
    {
      key: 'next',
      header: <span className="sr-only">{t('needs.next')}</span>,
      align: 'end',
      cell: (row) => <NextLink row={row} />,
    },
  ];
}

/** The most urgent pieces, each with its next action. */
export function NeedsYouPanel() {
  const { t } = useTranslation(['dashboard', 'piece']);
  const navigate = useNavigate();
  const format = useStaffFormat();
  const { stats } = useDashboardStats();
  const { rows, isPending, error, retry } = useNeedsYou();
  const total = stats === undefined ? undefined : stats.ready_to_ship + stats.to_call;
  const columns = useNeedsColumns();
  return (
    <Panel
      title={t('needs.title')}
      aside={
        total !== undefined &&
        rows.length > 0 && (
          <span className="num">
            {t('needs.count', { shown: format.number(rows.length), total: format.number(total) })}
          </span>
        )
      }
      action={
        <Link className="link" to="/listRma?sort=-age">
          {t('needs.openList')}
        </Link>
      }
      testId="needs-you"
      className="needs-you"
    >
      {isPending && (
        <div className="panel-body needs-skeleton">
          <Skeleton rows={5} height={38} gap={17} />
        </div>
      )}
      {!isPending && error !== null && rows.length === 0 && (
        <ErrorState title={t('needs.failed')} detail={errorLine(error)} onRetry={retry} />
      )}
      {!isPending && error === null && rows.length === 0 && (
        <EmptyState title={t('needs.empty')} icon={<PackageCheck aria-hidden />}>
          {t('needs.emptyBody')}
        </EmptyState>
      )}
      {/* Two readings make the list: rows of the first alone would be moved by those of the second. */}
      {!isPending && rows.length > 0 && (
        <DataList
          label={t('needs.title')}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          rowVersion={(row) => row.version}
          onOpen={(row) => void navigate(readPath(row))}
        />
      )}
    </Panel>
  );
}
