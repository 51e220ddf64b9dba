import type { ShopWall as Wall } from '@atelier/contracts/dashboard/wall-schema.ts';
import { CalendarClock, Package, Phone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState, ErrorState, Skeleton } from '@atelier/ui/feedback/states.tsx';
import { FreshnessDot } from '../../../app/layout/freshness-dot.tsx';
import { errorLine } from '../../../lib/api/notice-error.ts';
import { useSession, useStaffFormat } from '../../../lib/session/use-session.ts';
import { useNow } from '../../../lib/time/use-now.ts';
import { LeaveKiosk, useWindowSize, WallClock } from '../board/wall-frame.tsx';
import { ArrivingStrip } from './arriving-strip.tsx';
import { CallRow, PackRow, PickupRow } from './wall-rows.tsx';
import { shopWallLayout } from './shop-wall-layout.ts';
import { WallColumn } from './wall-column.tsx';
import { WallFigures } from './wall-figures.tsx';
import { useShopWall } from './wall-query.ts';
import '../board/wall.css';
import './shop-wall.css';

/** `/dashboard?kiosk=1`: a shop's day from across the room. Clients are initials; nothing here can be pressed. */
export function ShopWall() {
  const { t } = useTranslation('dashboard');
  const { site } = useSession().view;
  if (site === null || site.kind !== 'shop')
    return <EmptyState title={t('board.noSite')}>{t('wall.noShop')}</EmptyState>;
  return <WallOf siteId={site.id} name={site.name} />;
}

function WallOf({ siteId, name }: { siteId: number; name: string }) {
  const { t } = useTranslation('dashboard');
  const query = useShopWall(siteId);
  const { width, height } = useWindowSize();
  const { em, rows } = shopWallLayout(width, height);
  const wall = query.data?.data;
  return (
    <div
      className="wall shop-wall"
      style={{ '--wall-em': `${em}px`, '--wall-rows': rows } as Record<string, unknown>}
      data-testid="shop-wall"
    >
      <header className="wall-head flex middle shrinks nowrap">
        <h1>
          <bdi>{name}</bdi>
        </h1>
        <FreshnessDot />
        <WallDay />
        <WallClock />
        <LeaveKiosk />
      </header>
      <WallFigures packages={wall?.arriving.total} />
      {wall !== undefined && <Columns wall={wall} em={em} rows={rows} />}
      {wall === undefined && !query.isError && <Skeleton rows={rows} height={em * 4} />}
      {wall === undefined && query.isError && (
        <ErrorState
          title={t('wall.failed')}
          detail={errorLine(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      <ArrivingStrip packages={wall?.arriving} />
    </div>
  );
}

/** Weekday and date of the shop, which turn at its midnight. */
function WallDay() {
  const { weekday } = useStaffFormat();
  return <span className="wall-day muted">{weekday(new Date(useNow(1000)))}</span>;
}

function Columns({ wall, em, rows }: { wall: Wall; em: number; rows: number }) {
  const { t } = useTranslation('dashboard');
  const picturePx = Math.round(em * 2.1);
  const hasTimes = wall.pickups.rows.some(({ from }) => from !== null);
  const nextAt = wall.pickups.rows.find(({ from }) => from !== null)?.id;
  return (
    <div className="shop-wall-columns">
      <WallColumn
        name="pickups"
        icon={<CalendarClock aria-hidden />}
        title={t('wall.pickups')}
        empty={t('wall.noPickups')}
        column={wall.pickups}
        rows={rows}
      >
        {(row) => (
          <PickupRow
            key={row.id}
            row={row}
            picturePx={picturePx}
            hasTimes={hasTimes}
            isNext={row.id === nextAt}
          />
        )}
      </WallColumn>
      <WallColumn
        name="pack"
        icon={<Package aria-hidden />}
        title={t('wall.pack')}
        empty={t('wall.noPacking')}
        column={wall.pack}
        rows={rows}
      >
        {(row) => <PackRow key={row.id} row={row} picturePx={picturePx} />}
      </WallColumn>
      <WallColumn
        name="calls"
        icon={<Phone aria-hidden />}
        title={t('wall.calls')}
        empty={t('wall.noCalls')}
        column={wall.calls}
        rows={rows}
      >
        {(row) => <CallRow key={row.id} row={row} picturePx={picturePx} />}
      </WallColumn>
    </div>
  );
}
