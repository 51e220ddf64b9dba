import type { BoardColumn } from '@atelier/contracts/dashboard/schema.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useDeferredValue, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { boxSize } from '@atelier/ui/tables/observe-size.ts';
import { Meter } from '@atelier/ui/feedback/meter.tsx';
import { ErrorState, Skeleton } from '@atelier/ui/feedback/states.tsx';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { screenNow } from '../../../lib/time/screen-clock.ts';
import { useAgeClock } from '../../../shared/item/minute-clock.ts';
import { ageOf } from '../../../shared/item/urgency.ts';
import { CARD_PX, Card } from './card.tsx';
import { useLane, useOldest } from './lane-query.ts';
import { isStatusId, statusOf } from '@atelier/domain/shared/status.ts';

const OWN_PAGES: Readonly<Record<number, string>> = {
  3: '/receiveFromShop',
  4: '/sendToRepair',
  7: '/sendToPlating',
  13: '/receiveFromRepair',
};

/** The scanning screen of a stage (product/screens.md §1). */
function stagePath(status: number): string {
  const own = OWN_PAGES[status];
  if (own !== undefined) return own;
  return isStatusId(status) ? `/operation/${status}/${statusOf(status).name}/` : '/operation/dashboard';
}

export interface LaneProps {
  siteId: number;
  column: BoardColumn;
  /** The card the keyboard stands on, if it is in this lane. */
  activeId: number | null;
  onActive: (id: number) => void;
  onOpen: (item: ItemView) => void;
  /** Reports which pieces the lane holds, for the arrows and the count of what is late. */
  onIds: (status: number, ids: readonly number[]) => void;
}

const CARD_GAP = 8;
const NONE: readonly number[] = [];

/** One stage: how many against its limit, and its cards, due first. */
export const Lane = memo(function Lane(props: LaneProps) {
  const { siteId, column, onIds } = props;
  const status = column.rma_status_id;
  const { t } = useTranslation('dashboard');
  const lane = useLane(siteId, status);
  const read = lane.data?.ids;
  // Drawn in slices: a lane of cards that comes at once must not block a scan or a key.
  const drawn = useDeferredValue(read);
  const ids = drawn ?? NONE;
  const count = lane.data?.total ?? column.count;
  // Nothing is reported before it is read: an empty lane is another fact than an unknown one.
  useEffect(() => {
    if (read !== undefined) onIds(status, read);
  }, [status, read, onIds]);
  return (
    <section
      className="lane"
      data-testid={`lane-${status}`}
      data-status={status}
      aria-busy={lane.isFetching || undefined}
    >
      <LaneHead column={column} count={count} ids={ids} />
      {drawn === undefined && !lane.isError && column.count > 0 && (
        <Skeleton rows={Math.min(4, column.count)} height={CARD_PX} />
      )}
      {lane.isError && ids.length === 0 && (
        <ErrorState title={t('board.failed')} onRetry={() => void lane.refetch()} />
      )}
      {drawn?.length === 0 && <p className="lane-empty faint small">{t('board.emptyLane')}</p>}
      {ids.length > 0 && <Cards {...props} ids={ids} />}
      {count > ids.length && ids.length > 0 && (
        <p className="small muted lane-more">{t('board.more', { count: count - ids.length })}</p>
      )}
    </section>
  );
});

interface LaneHeadProps {
  column: BoardColumn;
  count: number;
  ids: readonly number[];
}

function LaneHead({ column, count, ids }: LaneHeadProps) {
  const { t } = useTranslation(['dashboard', 'status']);
  const { number, age } = useStaffFormat();
  const oldest = useOldest(ids);
  useAgeClock();
  const { rma_status_id: status, wip_limit: limit } = column;
  const name = t(`status:name.${status}`);
  const isOver = limit !== null && count > limit;
  return (
    <header className="lane-head stack gap-8">
      <div className="row">
        <h2 id={`lane-${status}`} className="clip">
          <Link to={stagePath(status)} aria-label={t('board.openStage', { stage: name })}>
            {name}
          </Link>
        </h2>
        <span className="lane-count push strong nowrap num" data-testid={`lane-count-${status}`}>
          {number(count)}
        </span>
      </div>
      {limit === null ? (
        <span className="lane-line" />
      ) : (
        <Meter value={count} limit={limit} label={t('board.limit', { count, limit: number(limit) })} />
      )}
      <div className="row between gap-8 small faint num">
        <span data-testid={`lane-oldest-${status}`}>
          {oldest !== undefined && t('board.oldest', { age: age(ageOf(oldest, screenNow())) })}
        </span>
        {limit !== null && <span aria-hidden>{t('board.limit', { count, limit: number(limit) })}</span>}
      </div>
      {isOver && <span className="sr-only">{t('board.overLimit')}</span>}
    </header>
  );
}

function Cards({ ids, activeId, onActive, onOpen, column }: LaneProps & { ids: readonly number[] }) {
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    ...boxSize(),
    count: ids.length,
    getScrollElement: () => box.current,
    estimateSize: () => CARD_PX,
    gap: CARD_GAP,
    overscan: 6,
    getItemKey: useCallback((index: number) => ids[index] ?? index, [ids]),
  });
  const activeIndex = ids.findIndex((id) => id === activeId);
  useEffect(() => {
    if (activeIndex < 0) return;
    virtual.scrollToIndex(activeIndex);
    // An arrow led here from the lane beside: the focus follows. It is never taken from elsewhere.
    const focused = document.activeElement;
    if (focused !== box.current && focused?.closest('.board') != null) box.current?.focus();
  }, [activeIndex, virtual]);
  const [first] = ids;
  return (
    <div
      className="cards"
      ref={box}
      role="listbox"
      aria-labelledby={`lane-${column.rma_status_id}`}
      aria-activedescendant={activeIndex < 0 ? undefined : `card-${activeId ?? 0}`}
      tabIndex={0}
      onFocus={() => activeIndex < 0 && first !== undefined && onActive(first)}
    >
      <div className="cards-inner" style={{ blockSize: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((place) => {
          const id = ids[place.index];
          return id === undefined ? null : (
            <Card
              key={id}
              id={id}
              start={place.start}
              height={CARD_PX}
              isActive={id === activeId}
              onActive={onActive}
              onOpen={onOpen}
            />
          );
        })}
      </div>
    </div>
  );
}
