import { LogOut, PanelLeftClose, PanelLeftOpen, TriangleAlert, UserRoundCog } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router-dom';
import { IconButton } from '@atelier/ui/controls/button.tsx';
import { Tooltip } from '@atelier/ui/controls/menu.tsx';
import { useEdges } from '@atelier/ui/tables/use-edges.ts';
import { logOut } from '../../lib/session/end-of-session.ts';
import { isStation } from '../../lib/session/station.ts';
import { useSession, useStaffFormat } from '../../lib/session/use-session.ts';
import { LanguageMenu } from './language-menu.tsx';
import type { NavItem, NavGroup } from './nav-group.ts';
import { viewerOf, visibleNav } from './nav.ts';
import { useDiscrepancies } from '../../shared/queries/discrepancies.ts';
import { useQuery } from '@tanstack/react-query';
import { useLiveRefresh } from '../../live/use-live.ts';
import { boardQuery } from '../../shared/queries/board.ts';
import { useDashboardStats } from '../../shared/queries/dashboard-stats.ts';
import { useCallCount } from '../../shared/queries/call-list.ts';
import { useWaivers } from '../../shared/queries/waivers.ts';

/** Beside the live changes, for what the clock alone changes. */
const BOARD_EVERY_MS = 60_000;
/** A busy factory scans every second; the counts in the sidebar need not. */
const BOARD_AT_MOST_EVERY_MS = 4000;

/** How much work lies behind each item of the sidebar: of a stage, the number of its lane on the board. Undefined while it is not known. */
function useNavCounts(groups: readonly NavGroup[]): (item: NavItem) => number | undefined {
  const { site } = useSession().view;
  const wanted = groups.flatMap((group) => group.items.flatMap((item) => item.count ?? []));
  const { stats } = useDashboardStats(wanted.some((count) => 'stat' in count));
  const withStages = site !== null && site.kind !== 'shop' && wanted.some((count) => 'status' in count);
  useLiveRefresh(
    boardQuery(site?.id ?? 0).queryKey,
    withStages ? [`site:${site.id}`] : [],
    BOARD_AT_MOST_EVERY_MS,
  );
  const board = useQuery({
    ...boardQuery(site?.id ?? 0),
    enabled: withStages,
    refetchInterval: BOARD_EVERY_MS,
  }).data?.data;
  const isWanted = (inbox: string) => wanted.some((count) => 'inbox' in count && count.inbox === inbox);
  const waivers = useWaivers({ isWanted: isWanted('waivers'), isWatched: false }).data?.total;
  const toCall = useCallCount(isWanted('calls'));
  const calls = toCall && toCall.due + toCall.texts;
  return ({ count }) => {
    if (!count) return undefined;
    if ('inbox' in count) return count.inbox === 'calls' ? calls : waivers;
    // A stage that the board does not show counts what waits for it.
    if ('status' in count)
      return (
        board && [...board.columns, ...board.waiting].find((at) => at.rma_status_id === count.status)?.count
      );
    const value = stats?.[count.stat];
    return typeof value === 'number' ? value : undefined;
  };
}

export interface SidebarProps {
  folded: boolean;
  onFold?: () => void;
  inDrawer?: boolean;
}

/** The way through the work, by permission; folded it shows its glyphs alone. */
export function Sidebar({ folded, onFold, inDrawer }: SidebarProps) {
  const { t } = useTranslation(['shell', 'status']);
  const { view } = useSession();
  const groups = visibleNav(viewerOf(view));
  const count = useNavCounts(groups);
  const alert = useNavAlerts(groups);
  const scroller = useEdges('block');
  return (
    <nav className={folded ? 'side folded' : 'side'} aria-label={t('shell:navigation')} data-testid="sidebar">
      {!inDrawer && (
        <div className="side-head row gap-6">
          <Link to="/" className="wordmark row grows" aria-label="Atelier">
            {folded ? 'A' : 'Atelier'}
          </Link>
          {onFold && (
            <IconButton
              icon={folded ? <PanelLeftOpen aria-hidden /> : <PanelLeftClose aria-hidden />}
              label={t(folded ? 'shell:unfold' : 'shell:fold')}
              aria-expanded={!folded}
              onClick={onFold}
              testId="fold-sidebar"
            />
          )}
        </div>
      )}
      <div className="side-scroll" ref={scroller} data-testid="side-scroll">
        {groups.map((group) => (
          <div key={group.key} role="group" aria-label={group.label ? t(group.label) : undefined}>
            {group.label &&
              (folded ? <div className="side-rule" /> : <div className="group">{t(group.label)}</div>)}
            {group.items.map((item) => (
              <SideLink key={item.to} item={item} folded={folded} count={count(item)} alert={alert(item)} />
            ))}
          </div>
        ))}
      </div>
      <div className="foot">
        {isStation(view) && (
          <Link className="side-link" to="/operation/rmafactory/login">
            <UserRoundCog aria-hidden />
            {!folded && (
              <span className="clip">
                {view.worker
                  ? t('shell:switchWorker', { name: view.worker.WorkerName })
                  : t('shell:workerSignIn')}
              </span>
            )}
          </Link>
        )}
        <LanguageMenu look={folded ? 'icon' : 'side'} />
        <button
          type="button"
          className="side-link"
          onClick={() => void logOut()}
          data-testid="logout"
          aria-label={t('shell:logout')}
        >
          <LogOut aria-hidden className="flips" />
          {!folded && t('shell:logout')}
        </button>
      </div>
    </nav>
  );
}

interface SideLinkProps {
  item: NavItem;
  folded: boolean;
  count: number | undefined;
  /** How much behind it does not agree. */
  alert: number;
}

function SideLink({ item, folded, count, alert }: SideLinkProps) {
  const { t } = useTranslation(['shell', 'status']);
  const { number } = useStaffFormat();
  const Icon = item.icon;
  const label = t(item.label);
  const link = (
    <NavLink
      to={item.to}
      end
      className={({ isActive }) => (isActive ? 'side-link on' : 'side-link')}
      aria-label={folded ? label : undefined}
    >
      <Icon aria-hidden />
      {!folded && <span className="clip">{label}</span>}
      {alert > 0 && (
        <span className="alert num" data-testid={`alert-${item.to}`}>
          <TriangleAlert aria-hidden />
          <span aria-hidden>{number(alert)}</span>
          <span className="sr-only">{t('shell:alert.discrepancies', { count: alert })}</span>
        </span>
      )}
      {/* One number at a time: what does not agree comes before how much there is. */}
      {!folded && alert === 0 && count !== undefined && count > 0 && (
        <span className="count num">{number(count)}</span>
      )}
    </NavLink>
  );
  return folded ? (
    <Tooltip text={label} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}

/** How much behind an item of the sidebar does not agree; 0 while it is not known. */
function useNavAlerts(groups: readonly NavGroup[]): (item: NavItem) => number {
  const isWanted = groups.some((group) => group.items.some((item) => item.alert === 'discrepancies'));
  const discrepancies = useDiscrepancies(isWanted).rows.length;
  return ({ alert }) => (alert === 'discrepancies' ? discrepancies : 0);
}
