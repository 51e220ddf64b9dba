import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useSearchParams } from 'react-router-dom';
import { SidePanel } from '@atelier/ui/windows/side-panel.tsx';
import { prepareWindows } from '@atelier/ui/windows/window-frames.ts';
import { erasuresTaken } from '../../lib/erased/erased.ts';
import { runLive } from '../../live/live.ts';
import { ItemPanelContext } from '../../shared/item/item-panel.tsx';
import { useKeepRules } from '../../shared/rules/rules.ts';
import { isStation as isStationOf } from '../../lib/session/station.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { useTourDue } from '../../lib/page/tour-state.ts';
import { past } from '../../lib/time/past.ts';
import { storedTheme } from '@atelier/ui/theme/theme.ts';
import { drawItemPanel } from '../item-panel.tsx';
import { PageSkeleton } from '../pages/page-skeleton.tsx';
import { ScreenBoundary } from '../pages/screen-boundary.tsx';
import { Header } from './header.tsx';
import { Palette } from '../palette/palette.tsx';
import { Sidebar } from './sidebar.tsx';
import { StaleMark } from './stale-mark.tsx';
import { foldSidebar, useIsNarrow, useSidebarFolded } from './ui-state.ts';

const Tour = lazyPart(() => import('../tour/tour.tsx'), 'Tour');

const WorkerWatch = lazyPart(() => import('./worker-watch.tsx'), 'WorkerWatch');

const WallGate = lazyPart(() => import('./wall-gate.tsx'), 'WallGate');
const WallLeft = lazyPart(() => import('./wall-gate.tsx'), 'WallLeft');

const MomentBar = lazyPart(() => import('./moment-bar.tsx'), 'MomentBar');

/** Sidebar, header and the screen; a drawer below 800 px; the screen alone with `?kiosk=1`. */
export function MainLayout() {
  const { token, view } = useSession();
  const isStation = isStationOf(view);
  const kiosk = useSearchParams()[0].get('kiosk') === '1';
  // One live connection per sign-in, whatever screen is shown; none while the past is shown, which does not change.
  useEffect(() => (token && past === null ? runLive() : undefined), [token]);
  useEffect(() => void (token && erasuresTaken()), [token]);
  useKeepRules();
  useEffect(prepareWindows, []);
  return (
    <>
      <StaleMark />
      {kiosk ? <Kiosk /> : view.wall ? <LeavingWall /> : <Chrome />}
      {isStation && (
        <Suspense fallback={null}>
          <WorkerWatch />
        </Suspense>
      )}
    </>
  );
}

/** The screen itself: on its way, drawn, or broken without taking the menu with it. */
function Content() {
  const { pathname } = useLocation();
  // Another worker begins with fresh screens, without unfinished input of the worker before.
  const { view, turn } = useSession();
  return (
    <ScreenBoundary key={`${view.worker?.id}.${turn}`} place={pathname}>
      <ItemPanelContext value={drawItemPanel}>
        <Suspense fallback={<PageSkeleton />}>
          <Outlet />
        </Suspense>
      </ItemPanelContext>
    </ScreenBoundary>
  );
}

/** On a factory's wall dark is easier on the eyes, in a shop light is; a device set to one stays with it. */
function Kiosk() {
  const { pathname } = useLocation();
  const usual = pathname === '/dashboard' ? 'light' : 'dark';
  const theme = storedTheme();
  const content = <Content />;
  return (
    <div className="kiosk" data-density="factory" data-theme={theme === 'system' ? usual : theme}>
      <Moment isChoosing={false} onClose={() => undefined} />
      <main id="main">
        {pathname.endsWith('/dashboard') ? (
          <Suspense fallback={<PageSkeleton />}>
            <WallGate>{content}</WallGate>
          </Suspense>
        ) : (
          content
        )}
      </main>
    </div>
  );
}

const LeavingWall = () => (
  <Suspense fallback={null}>
    <WallLeft />
  </Suspense>
);

/** Over every screen while the past is shown, or a moment of it is being chosen. */
function Moment({ isChoosing, onClose }: { isChoosing: boolean; onClose: () => void }) {
  if (!isChoosing && past === null) return null;
  return (
    <Suspense fallback={null}>
      <MomentBar isChoosing={isChoosing} onClose={onClose} />
    </Suspense>
  );
}

/** Never at a station, whose workers change, nor while the past is shown. */
function TourWhenDue() {
  const { view } = useSession();
  const isDue = useTourDue(view);
  if (!isDue || isStationOf(view) || past !== null) return null;
  return (
    <Suspense fallback={null}>
      <Tour />
    </Suspense>
  );
}

function Chrome() {
  const { t } = useTranslation('shell');
  const narrow = useIsNarrow();
  const folded = useSidebarFolded();
  const { pathname } = useLocation();
  // Remembered with its page, so that it is closed by going anywhere.
  const [isChoosing, setChoosing] = useState(false);
  const [drawerAt, setDrawerAt] = useState<string | null>(null);
  return (
    <div className={narrow ? 'app narrow' : folded ? 'app folded' : 'app'}>
      <a className="skip" href="#main">
        {t('skip')}
      </a>
      {narrow ? (
        <SidePanel
          open={drawerAt === pathname}
          onClose={() => setDrawerAt(null)}
          title={<span className="wordmark row grows">Atelier</span>}
          side="start"
          size={300}
        >
          <Sidebar folded={false} inDrawer />
        </SidePanel>
      ) : (
        <Sidebar folded={folded} onFold={() => foldSidebar(!folded)} />
      )}
      <div className="page">
        <Header {...(narrow && { onMenu: () => setDrawerAt(pathname) })} onPast={() => setChoosing(true)} />
        <Moment isChoosing={isChoosing} onClose={() => setChoosing(false)} />
        <main id="main" tabIndex={-1}>
          <Content />
        </main>
      </div>
      <Palette onPast={() => setChoosing(true)} />
      <TourWhenDue />
    </div>
  );
}
