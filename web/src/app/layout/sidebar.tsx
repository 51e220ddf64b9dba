import { LogOut, PanelLeftClose, PanelLeftOpen, TriangleAlert, UserRoundCog } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router-dom';
import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { IconButton } from '@atelier/ui/controls/button.tsx';
import { Tooltip } from '@atelier/ui/controls/menu.tsx';
import { useEdges } from '@atelier/ui/tables/use-edges.ts';
import { logOut } from '../../lib/session/end-of-session.ts';
import { isStation } from '../../lib/session/station.ts';
import { useSession, useStaffFormat } from '../../lib/session/use-session.ts';
import { LanguageMenu } from './language-menu.tsx';
import type { NavItem } from './nav-group.ts';
import type { Counted } from './nav-counts.tsx';
import { viewerOf, visibleNav } from './nav.ts';

/** How much lies behind each item comes once the frame is drawn. */
const NavCounts = lazyPart(() => import('./nav-counts.tsx'), 'NavCounts');

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
  const [counted, setCounted] = useState<Counted>({});
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
              <SideLink key={item.to} item={item} folded={folded} {...counted[item.to]} />
            ))}
          </div>
        ))}
      </div>
      <Suspense fallback={null}>
        <NavCounts groups={groups} onCount={setCounted} />
      </Suspense>
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
  count?: number | undefined;
  /** How much behind it does not agree. */
  alert?: number;
}

function SideLink({ item, folded, count, alert = 0 }: SideLinkProps) {
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
