import type { BoardColumn } from '@atelier/domain/dashboard/schema.ts';
import type { ItemView } from '@atelier/domain/rma/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Monitor } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/choice.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx';
import { useEdges } from '../../../ui/use-edges.ts';
import { errorLine } from '../../../lib/api/notice-error.ts';
import { heldItem, useItem } from '../../../live/rows.ts';
import { useLiveRefresh } from '../../../live/use-live.ts';
import { boardQuery } from '../../../shared/queries/board.ts';
import { useWedge } from '../../../lib/wedge/use-wedge.ts';
import { suggestedMove } from '../../../shared/decisions/difference.ts';
import { MoveDialog } from '../../../shared/item/move-dialog.tsx';
import { shownColumns, stepOnBoard } from './board-state.ts';
import { BoardTotal } from './board-total.tsx';
import { useLanes } from './lane-query.ts';
import { Lane } from './lane.tsx';
import { StageStrip } from './stage-strip.tsx';
import './board.css';

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

type Asking = { readonly item: ItemView; readonly direction: 'on' | 'back' };

/** The board of one site: arrows choose, Enter opens, B moves on, R sends back, a scan finds its card. */
export function StageBoard({ siteId }: { siteId: number }) {
  const { t, i18n } = useTranslation(['dashboard', 'status']);
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const withEmpty = params.get('empty') === '1';
  const board = useBoard(siteId);
  const { lanes, onIds } = useLanes();
  const [activeId, setActiveId] = useState<number | null>(null);
  const [asking, setAsking] = useState<Asking | null>(null);
  const columns = useMemo(
    () => shownColumns(board.data?.data.columns ?? [], withEmpty),
    [board.data, withEmpty],
  );
  const open = useCallback(
    (item: ItemView) => void navigate(`/readRma?id=${item.rma_id}&item=${item.id}&work=1`),
    [navigate],
  );

  const ids = useMemo(() => [...lanes.values()].flat(), [lanes]);
  // As it stands now: it may have moved since it was chosen.
  const active = useItem(ids.find((id) => id === activeId) ?? 0) ?? null;
  const ask = (direction: Asking['direction'], item = active) =>
    item !== null && setAsking({ item, direction });
  useWedge({
    onScan: (code) => {
      const found = ids.map(heldItem).find((item) => item?.number === code.toUpperCase());
      if (found === undefined) return;
      setActiveId(found.id);
      ask('on', found);
    },
    onKey: (key) => {
      if (asking !== null) return;
      if (key.toLowerCase() === 'b') ask('on');
      if (key.toLowerCase() === 'r') ask('back');
    },
  });
  const onKeyDown = (event: KeyboardEvent) => {
    // Links and buttons inside the board keep their own keys.
    if (!(event.target instanceof HTMLElement) || event.target.role !== 'listbox') return undefined;
    if (event.key === 'Enter' && active !== null) return open(active);
    const step = arrowOf(event.key, i18n.dir() === 'rtl');
    if (step === null) return undefined;
    event.preventDefault();
    const places = columns.map(({ rma_status_id: status }) => ({ status, ids: lanes.get(status) ?? [] }));
    const next = stepOnBoard(places, activeId, step);
    setActiveId(next);
    return undefined;
  };

  const box = useRef<HTMLDivElement>(null);
  useEdges(box, 'inline');

  if (board.isPending) return <BoardSkeleton />;
  if (board.data === undefined) {
    return (
      <ErrorState
        title={t('board.failed')}
        detail={errorLine(board.error)}
        onRetry={() => void board.refetch()}
      />
    );
  }
  return (
    <>
      <div className="row wrap board-bar">
        <span className="muted" data-testid="board-total">
          <BoardTotal columns={columns} lanes={lanes} />
        </span>
        <span className="small faint board-keys">{t('board.keys')}</span>
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
      {columns.length === 0 ? (
        <EmptyState title={t('board.empty')}>{t('board.emptyBody')}</EmptyState>
      ) : (
        <>
          <StageStrip columns={columns} lanes={lanes} />
          <div className="board-edges">
            {/* Every lane is a list box of its own; the keys that lead from one to the next are heard here. */}
            {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
            <div className="board" ref={box} onKeyDown={onKeyDown} data-testid="board">
              {columns.map((column: BoardColumn) => (
                <Lane
                  key={column.rma_status_id}
                  siteId={siteId}
                  column={column}
                  activeId={active?.rma_status_id === column.rma_status_id ? active.id : null}
                  onActive={setActiveId}
                  onOpen={open}
                  onIds={onIds}
                  isKiosk={false}
                />
              ))}
            </div>
          </div>
        </>
      )}
      {asking !== null && (
        <MoveDialog
          item={asking.item}
          direction={asking.direction}
          suggested={suggestedMove(asking.item)}
          onClose={() => setAsking(null)}
        />
      )}
    </>
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

/** Sideways is the way of reading: in Arabic the next lane lies to the left. */
function arrowOf(key: string, isRtl: boolean): string | null {
  if (key === 'ArrowRight') return isRtl ? 'back' : 'forward';
  if (key === 'ArrowLeft') return isRtl ? 'forward' : 'back';
  return ['ArrowUp', 'ArrowDown', 'Home', 'End'].includes(key) ? key : null;
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
