import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Button } from '@atelier/ui/controls/button.tsx';
import { type TileSpec, Tiles } from '@atelier/ui/layout/panel.tsx';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { AgeBadge } from '@atelier/ui/feedback/tag.tsx';
import type { DashboardStats } from '@atelier/contracts/dashboard/schema.ts';
import { useDashboardStats } from '../../shared/queries/dashboard-stats.ts';
import { limitOf, useLimits } from '../../shared/rules/limit-words.ts';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { useWedge } from '@atelier/browser-sync/wedge/use-wedge.ts';
import { useScanOpens } from '../../shared/item/use-scan-opens.ts';
import { past } from '../../lib/time/past.ts';
import { NeedsYouPanel } from './needs-you-panel.tsx';
import { TodayPanel } from './today-panel.tsx';
import { WeeksPanel } from './weeks-panel.tsx';
import './dashboard.css';

/** The tiles of product/dashboard.md §1; the "over" tiles are subsets of the one before. */
const TILES = [
  { key: 'ready_to_ship' },
  { key: 'ready_to_ship_over_72h', urgency: 'late' },
  { key: 'waiting_for_customer' },
  { key: 'waiting_for_customer_over_week', urgency: 'over' },
  { key: 'sent_to_warehouse' },
  { key: 'in_transit' },
  { key: 'here_for_others' },
] as const;
type TileKey = (typeof TILES)[number]['key'];

const ShopWall = lazyPart(() => import('./shop-wall/shop-wall.tsx'), 'ShopWall');

/** `/dashboard`; on a wall with `?kiosk=1`. */
export function Screen() {
  const isWall = useSearchParams()[0].get('kiosk') === '1' && past === null;
  return isWall ? <ShopWall /> : <Dashboard />;
}

/** Most shops keep nothing for another: its tile stands only where there is something to hand over. */
const isShown = (key: TileKey, counts: DashboardStats | undefined): boolean =>
  key !== 'here_for_others' || (counts?.here_for_others ?? 0) > 0;

/** `/dashboard`: what stands where, what needs the shop now, the day's work and the weeks behind it. All live. */
function Dashboard() {
  const { t } = useTranslation(['dashboard', 'status', 'common']);
  const { number } = useStaffFormat();
  const limits = useLimits();
  useWedge({ onScan: useScanOpens() });
  const { query, stats: counts } = useDashboardStats();
  const tiles = TILES.filter(({ key }) => isShown(key, counts)).map((tile): TileSpec => {
    const value = counts?.[tile.key];
    const limit = limitOf(tile.key, limits);
    return {
      key: tile.key,
      label: t(`status:bucket.${tile.key}`, { limit: limit.name }),
      value: value === undefined ? null : number(value),
      to: `/listRma?bucket=${tile.key}`,
      ...('urgency' in tile && {
        sub: true,
        mark: <AgeBadge urgency={value === 0 ? 'ok' : tile.urgency}>{limit.short}</AgeBadge>,
      }),
    };
  });
  return (
    <>
      {query.isError && (
        <Banner
          tone="warn"
          action={
            <Button onClick={() => void query.refetch()} busy={query.isFetching}>
              {t('common:retry')}
            </Button>
          }
        >
          {t('dashboard:stats.failed')}
        </Banner>
      )}
      <Tiles tiles={tiles} label={t('dashboard:tiles')} testId="tiles" />
      <div className="cols">
        <NeedsYouPanel />
        <div className="stack">
          <TodayPanel stats={counts} />
          <WeeksPanel />
        </div>
      </div>
    </>
  );
}
