import type { ItemView } from '@atelier/domain/rma/contract.ts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Plus } from 'lucide-react';
import { EmptyState, ErrorState, Skeleton } from '../../../components/ui/states.tsx';
import { VirtualTable } from '../../../components/ui/virtual-table.tsx';
import { errorWords } from '../../../lib/api/notice-error.ts';
import { useDashboardStats } from '../../../lib/queries/dashboard-stats.ts';
import { usePermission, useStaffFormat } from '../../../lib/session/use-session.ts';
import { useFlip } from '../../../lib/time/use-now.ts';
import { RmaPanel } from '../detail/rma-panel.tsx';
import type { ListAudience } from '../rma-queries.ts';
import { ListCard, useListColumns } from './list-columns.tsx';
import { MoreFilters, QuickFilters, SearchBox } from './list-filters.tsx';
import { EMPTY_LIST_STATE, isFiltered } from './list-state.ts';
import { useItemPages, useListAgain } from './use-item-pages.ts';
import { useWide } from './use-wide.ts';
import { useListState } from './use-list-state.ts';
import './rma-list.css';

/** Every repair one may see: filters, order and the open piece in the address, rows changing by themselves. */
export function RmaList({ audience }: { audience: ListAudience }) {
  const { t } = useTranslation(['rma', 'status']);
  const [state, change] = useListState();
  const list = useItemPages(audience, state);
  const columns = useListColumns(audience, useWide());
  const { number } = useStaffFormat();
  const stats = useDashboardStats(audience === 'shop').data?.data;
  useFlip(stats?.next_flip_at, useListAgain());
  const open = useCallback(
    (row: ItemView) => change({ open: { rmaId: row.rma_id, itemId: row.id } }),
    [change],
  );
  const more = useCallback(() => {
    if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
  }, [list]);
  return (
    <>
      <div className="list-bar">
        <SearchBox state={state} change={change} />
        <span className="muted small num" data-testid="list-total" aria-live="polite">
          {list.data !== undefined && t('rma:list.count', { count: list.total, total: number(list.total) })}
          {list.isFetching && !list.isPending && <> · {t('rma:list.refreshing')}</>}
        </span>
        <MoreFilters state={state} change={change} withStores={audience === 'operation'} />
      </div>
      <QuickFilters state={state} change={change} withCounts={audience === 'shop'} />
      <section className="panel list-panel" data-refetching={list.isPlaceholderData || undefined}>
        <ListBody
          audience={audience}
          isFilteredList={isFiltered(state)}
          onReset={() => change(EMPTY_LIST_STATE)}
          list={list}
        >
          <VirtualTable
            label={t('rma:list.label')}
            columns={columns}
            rows={list.rows}
            rowKey={rowKey}
            rowVersion={rowVersion}
            rowHeight={56}
            compact={compactRow}
            compactHeight={92}
            selectedKey={state.open?.itemId ?? null}
            onOpen={open}
            sort={state.sort}
            onSort={(sort) => change({ sort })}
            total={list.total}
            onNearEnd={more}
            testId="rma-list"
          />
        </ListBody>
      </section>
      <RmaPanel
        open={state.open}
        onOpen={(piece) => change({ open: piece })}
        onClose={() => change({ open: null })}
      />
    </>
  );
}

const rowKey = (row: ItemView): number => row.id;
const rowVersion = (row: ItemView): number => row.version;
const compactRow = (row: ItemView) => <ListCard row={row} />;

interface ListBodyProps {
  audience: ListAudience;
  isFilteredList: boolean;
  onReset: () => void;
  list: ReturnType<typeof useItemPages>;
  children: React.ReactNode;
}

function ListBody({ audience, isFilteredList, onReset, list, children }: ListBodyProps) {
  const { t } = useTranslation('rma');
  if (list.isPending) {
    return (
      <div className="panel-body">
        <Skeleton rows={9} height={38} gap={18} />
      </div>
    );
  }
  // What is already there stays in sight when only the refreshing failed.
  if (list.isError && list.rows.length === 0) {
    const { title } = errorWords(list.error);
    return (
      <ErrorState
        title={t('list.failed')}
        detail={title}
        kept={t('list.kept')}
        onRetry={() => void list.refetch()}
      />
    );
  }
  if (list.rows.length > 0) return children;
  return isFilteredList ? <NoMatch onReset={onReset} /> : <NoRepair audience={audience} />;
}

function NoMatch({ onReset }: { onReset: () => void }) {
  const { t } = useTranslation('rma');
  return (
    <EmptyState
      title={t('list.noMatch')}
      action={
        <button type="button" className="link plain" onClick={onReset}>
          {t('list.reset')}
        </button>
      }
    >
      {t('list.noMatchBody')}
    </EmptyState>
  );
}

function NoRepair({ audience }: { audience: ListAudience }) {
  const { t } = useTranslation('rma');
  const mayRequest = usePermission('view request new rma page') && audience === 'shop';
  return (
    <EmptyState
      title={t('list.empty')}
      action={
        mayRequest && (
          <Link className="link row" to="/createRma">
            <Plus size={16} aria-hidden /> {t('list.new')}
          </Link>
        )
      }
    >
      {mayRequest && t('list.emptyBody')}
    </EmptyState>
  );
}
