import type { BoardColumn } from '@atelier/contracts/dashboard/schema.ts';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FreshnessDot } from '../../../app/layout/freshness-dot.tsx';
import { shownColumns, wallPages } from './board-state.ts';
import { useLane, useLanes } from './lane-query.ts';
import { BoardSkeleton, useBoard } from './stage-board.tsx';
import { WallLane } from './wall-lane.tsx';
import { LeaveKiosk, useWindowSize, WallClock } from './wall-frame.tsx';
import { WallFacts } from './wall-facts.tsx';
import { type WallLayout, wallEm, wallLayout } from './wall-layout.ts';
import './wall.css';

const PAGE_MS = 15_000;
const PICTURE_EM = 1.5;

/** The board on a wall: no chrome, large type, a clock; it turns its pages and reconnects automatically. */
export function KioskBoard({ siteId }: { siteId: number }) {
  const { t } = useTranslation('dashboard');
  const board = useBoard(siteId);
  const { lanes, onIds } = useLanes();
  const columns = useMemo(() => shownColumns(board.data?.data.columns ?? [], false), [board.data]);
  const { width, height } = useWindowSize();
  const layout = useMemo(() => wallLayout(width, height, columns.length), [width, height, columns.length]);
  const pages = useMemo(() => wallPages(columns, layout.columns * layout.rows), [columns, layout]);
  const page = useTurningPage(pages.length);
  const shown: readonly BoardColumn[] = pages[page] ?? [];
  const em = wallEm(width);
  return (
    <div className="wall" style={wallStyle(em, layout)} data-testid="kiosk">
      <header className="wall-head flex middle shrinks nowrap">
        <h1>
          <bdi>{board.data?.data.site.name ?? t('board.title')}</bdi>
        </h1>
        <FreshnessDot />
        <WallFacts columns={columns} lanes={lanes} />
        {pages.length > 1 && (
          <span className="muted num">{t('board.page', { page: page + 1, pages: pages.length })}</span>
        )}
        <WallClock />
        <LeaveKiosk />
      </header>
      {board.data === undefined ? (
        <BoardSkeleton />
      ) : (
        <div className="wall-board">
          {shown.map((column) => (
            <WallLane
              key={column.rma_status_id}
              siteId={siteId}
              column={column}
              layout={layout}
              picturePx={Math.round(em * PICTURE_EM)}
              onIds={onIds}
            />
          ))}
        </div>
      )}
      {columns.map(
        (column) =>
          !shown.includes(column) && (
            <LaneWatch
              key={column.rma_status_id}
              siteId={siteId}
              status={column.rma_status_id}
              onIds={onIds}
            />
          ),
      )}
    </div>
  );
}

const wallStyle = (em: number, { columns, cardEm }: WallLayout): Record<string, unknown> => ({
  '--wall-em': `${em}px`,
  '--wall-lanes': columns,
  '--wall-card': `${cardEm}em`,
});

interface LaneWatchProps {
  siteId: number;
  status: number;
  onIds: (status: number, ids: readonly number[]) => void;
}

/** A lane on another page of the wall: not drawn, but counted among what is late. */
function LaneWatch({ siteId, status, onIds }: LaneWatchProps) {
  const ids = useLane(siteId, status).data?.ids;
  useEffect(() => {
    if (ids !== undefined) onIds(status, ids);
  }, [ids, status, onIds]);
  return null;
}

/** The page in sight; the next one comes every 15 s. */
function useTurningPage(pages: number): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (pages < 2) return undefined;
    const timer = setInterval(() => setTurn((before) => before + 1), PAGE_MS);
    return () => clearInterval(timer);
  }, [pages]);
  return pages > 0 ? turn % pages : 0;
}
