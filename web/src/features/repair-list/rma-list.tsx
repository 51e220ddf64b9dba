import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useMedia } from '@atelier/ui/hooks/use-media.ts';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Plus } from 'lucide-react';
import { EmptyState, ErrorState, Skeleton } from '@atelier/ui/feedback/states.tsx';
import { VirtualTable } from '@atelier/ui/tables/virtual-table.tsx';
import { errorLine } from '../../lib/api/notice-error.ts';
import { heldItem, itemSource } from '../../live/rows.ts';
import { useDashboardStats } from '../../shared/queries/dashboard-stats.ts';
import { usePermission, useStaffFormat } from '../../lib/session/use-session.ts';
import { useFlip } from '../../lib/time/use-now.ts';
import { useWedge } from '@atelier/browser-sync/wedge/use-wedge.ts';
import { ExportButton } from '../../shared/exports/export-button.tsx';
import { findScanned } from '../../lib/page/palette-state.ts';
import { useFindPiece } from '../../shared/item/use-find-piece.ts';
import { ItemPanel } from '../../shared/item/item-panel.tsx';
import type { ListAudience } from './queries.ts';
import { BulkBar } from './bulk-bar.tsx';
import { ColumnsMenu } from './columns-menu.tsx';
import { cardOf, useListColumns } from './list-columns.tsx';
import { MoreFilters, QuickFilters, SearchBox } from './list-filters.tsx';
import { EMPTY_LIST_STATE, filtersOf, isFiltered } from './list-state.ts';
import { useItemPages, useListAgain } from './use-item-pages.ts';
import { useListState } from './use-list-state.ts';
import { SelectionContext, useSelection } from './use-selection.ts';
import { useFirstFilters, useViews } from './use-views.ts';
import { ViewsMenu } from './views-menu.tsx';

/** Below this the list leaves out what the open piece shows anyway. */
const WIDE = '(min-width: 1200px)';

import './rma-list.css';

/** Every repair one may see: filters, order and the open piece in the address, rows updating live. */
export function RmaList({ audience }: { audience: ListAudience }) {
  const { t } = useTranslation(['rma', 'status']);
  const [state, change] = useListState();
  const views = useViews(audience);
  const isWaiting = useFirstFilters(audience, views, state, change);
  const list = useItemPages(audience, state, !isWaiting);
  const selection = useSelection(list.ids);
  const { store } = selection;
  const columns = useListColumns({ audience, isWide: useMedia(WIDE), hide: state.hide, store });
  const compact = useMemo(() => cardOf(store), [store]);
  const { number } = useStaffFormat();
  const { stats } = useDashboardStats(audience === 'shop');
  useFlip(stats?.next_flip_at, useListAgain());
  const open = useCallback(
    (id: number) => {
      const item = heldItem(id);
      if (item !== undefined) change({ open: { rmaId: item.rma_id, itemId: id } });
    },
    [change],
  );
  const find = useFindPiece((piece) => change({ open: piece }), findScanned);
  useWedge({ onScan: find.run });
  const more = useCallback(() => {
    if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
  }, [list]);
  return (
    <SelectionContext value={selection}>
      <div className="list-bar flex wrap middle">
        <SearchBox state={state} change={change} />
        <span className="muted small num" data-testid="list-total" aria-live="polite">
          {list.data !== undefined && t('rma:list.count', { count: list.total, total: number(list.total) })}
          {list.isFetching && !list.isPending && <> · {t('rma:list.refreshing')}</>}
        </span>
        <span className="push row">
          <ViewsMenu audience={audience} state={state} change={change} views={views.data?.data ?? []} />
          <ColumnsMenu audience={audience} state={state} change={change} />
          <ExportButton source={{ kind: 'list', filters: filtersOf(state), total: list.total }} />
        </span>
        <MoreFilters state={state} change={change} withStores={audience === 'operation'} />
      </div>
      <QuickFilters state={state} change={change} withCounts={audience === 'shop'} />
      <section className="panel list-panel" data-refetching={list.isPlaceholderData || undefined}>
        <ListBody
          audience={audience}
          isFilteredList={isFiltered(state)}
          onReset={() => change({ ...EMPTY_LIST_STATE, hide: state.hide })}
          list={list}
        >
          <VirtualTable
            label={t('rma:list.label')}
            columns={columns}
            rows={list.ids}
            rowKey={idOf}
            source={itemSource}
            rowVersion={rowVersion}
            rowHeight={56}
            compact={compact}
            onRowKey={selection.onRowKey}
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
      <BulkBar selection={selection} />
      <ItemPanel
        open={state.open}
        onOpen={(piece) => change({ open: piece })}
        onClose={() => change({ open: null })}
      />
    </SelectionContext>
  );
}

const idOf = (id: number): number => id;
const rowVersion = (row: ItemView): number => row.version;

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
  if (list.isError && list.ids.length === 0) {
    return (
      <ErrorState
        title={t('list.failed')}
        detail={errorLine(list.error)}
        kept={t('list.kept')}
        onRetry={() => void list.refetch()}
      />
    );
  }
  if (list.ids.length > 0) return children;
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
