import type { BoardColumn } from '@atelier/contracts/dashboard/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Monitor } from 'lucide-react';
import { type ReactNode, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Checkbox } from '@atelier/ui/controls/choice.tsx';
import { EmptyState, ErrorState, Skeleton } from '@atelier/ui/feedback/states.tsx';
import { useEdges } from '@atelier/ui/tables/use-edges.ts';
import { past } from '../../../lib/time/past.ts';
import { errorLine } from '../../../lib/api/notice-error.ts';
import { useLiveRefresh } from '../../../live/use-live.ts';
import { boardQuery } from '../../../shared/queries/board.ts';
import { suggestedMove } from '../../../shared/decisions/difference.ts';
import { shownColumns } from './board-state.ts';
import { BoardTotal } from './board-total.tsx';
import { CardActions } from './card-actions.tsx';
import { Lane } from './lane.tsx';
import { StageStrip } from './stage-strip.tsx';
import { useCards } from './use-cards.ts';
import './board.css';

const MoveDialog = lazyPart(() => import('../../../shared/item/move-dialog.tsx'), 'MoveDialog');

const ALL_FACTORY = [3, 17, 18, 19, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];

/** The stages of a site, read again when something comes or goes; lanes keep their own cards. */
export function useBoard(siteId: number) {
  const options = boardQuery(siteId);
  const board = useQuery({
    ...options,
    refetchInterval: ({ state }) => (state.status === 'error' ? 10_000 : false),
  });
  useLiveRefresh(
    options.queryKey,
    ALL_FACTORY.map((status) => `stage:${siteId}:${status}`),
  );
  return board;
}

/** The board of one site: arrows choose, Enter opens, B moves on, R sends back, a scan finds its card. Drawn once its note is known. */
export function StageBoard({ siteId, note }: { siteId: number; note: ReactNode }) {
  const { t } = useTranslation('dashboard');
  const board = useBoard(siteId);
  const [params] = useSearchParams();
  const withEmpty = params.get('empty') === '1';
  const columns = useMemo(
    () => shownColumns(board.data?.data.columns ?? [], withEmpty),
    [board.data, withEmpty],
  );
  const cards = useCards(columns);
  if (board.isPending || note === undefined) return <BoardSkeleton />;
  if (board.data === undefined) {
    return (
      <>
        {note}
        <ErrorState
          title={t('board.failed')}
          detail={errorLine(board.error)}
          onRetry={() => void board.refetch()}
        />
      </>
    );
  }
  return (
    <>
      {note}
      <BoardBar siteId={siteId} columns={columns} cards={cards} withEmpty={withEmpty} />
      {columns.length === 0 ? (
        <EmptyState title={t('board.empty')}>{t('board.emptyBody')}</EmptyState>
      ) : (
        <>
          <StageStrip columns={columns} lanes={cards.lanes} />
          <Lanes siteId={siteId} columns={columns} cards={cards} />
        </>
      )}
      <Suspense fallback={null}>
        {cards.asking !== null && (
          <MoveDialog
            item={cards.asking.item}
            direction={cards.asking.direction}
            suggested={suggestedMove(cards.asking.item)}
            onClose={cards.stopAsking}
          />
        )}
      </Suspense>
    </>
  );
}

interface BoardBarProps {
  siteId: number;
  columns: readonly BoardColumn[];
  cards: ReturnType<typeof useCards>;
  withEmpty: boolean;
}

function BoardBar({ siteId, columns, cards, withEmpty }: BoardBarProps) {
  const { t } = useTranslation('dashboard');
  const [, setParams] = useSearchParams();
  return (
    <div className="row wrap board-bar">
      <span className="muted board-total" data-testid="board-total">
        <BoardTotal siteId={siteId} columns={columns} lanes={cards.lanes} />
      </span>
      {past === null &&
        (cards.active === null ? (
          <span className="small faint board-keys">{t('board.keys')}</span>
        ) : (
          <CardActions item={cards.active} cards={cards} />
        ))}
      <span className="push row">
        <Checkbox
          label={t('board.showAll')}
          checked={withEmpty}
          onChange={(on) => setParams(withParam('empty', on), { replace: true })}
        />
        <Button
          icon={<Monitor size={16} aria-hidden />}
          onClick={() => setParams(withParam('kiosk', true))}
          testId="open-kiosk"
        >
          {t('board.kiosk')}
        </Button>
      </span>
    </div>
  );
}

interface LanesProps {
  siteId: number;
  columns: readonly BoardColumn[];
  cards: ReturnType<typeof useCards>;
}

function Lanes({ siteId, columns, cards }: LanesProps) {
  const { active, onKeyDown, setActiveId, open, onIds } = cards;
  const box = useEdges('inline');
  return (
    <div className="board-edges">
      {/* Every lane is a separate list box; the keys that move from one to the next are handled here. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className="board" ref={box} onKeyDown={onKeyDown} data-testid="board">
        {columns.map((column) => (
          <Lane
            key={column.rma_status_id}
            siteId={siteId}
            column={column}
            activeId={active?.rma_status_id === column.rma_status_id ? active.id : null}
            onActive={setActiveId}
            onOpen={open}
            onIds={onIds}
          />
        ))}
      </div>
    </div>
  );
}

function withParam(name: string, isOn: boolean): (before: URLSearchParams) => URLSearchParams {
  return (before) => {
    const after = new URLSearchParams(before);
    if (isOn) after.set(name, '1');
    else after.delete(name);
    return after;
  };
}

export function BoardSkeleton() {
  return (
    <div className="board" aria-busy="true">
      {[1, 2, 3, 4, 5].map((lane) => (
        <div className="lane" key={lane}>
          <Skeleton rows={5} height={62} />
        </div>
      ))}
    </div>
  );
}
