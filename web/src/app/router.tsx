import { useDrawnEntry } from '@atelier/browser-sync/wedge/drawn-entry.ts';
import { useEffect, Suspense, type ComponentType } from 'react';
import {
  type RouteObject,
  BrowserRouter,
  useLocation,
  useNavigate,
  useRoutes,
  Navigate,
  Outlet,
  Link,
} from 'react-router-dom';
import { connectNavigation, leavingTo } from '../lib/session/end-of-session.ts';
import { MainLayout } from './layout/main-layout.tsx';
import { ScreenBoundary } from './pages/screen-boundary.tsx';
import { type ScreenRoute, SCREENS } from './routes.ts';
import { lazyScreen } from './screens.tsx';
import { wantedBeforeSso } from '../lib/session/sso-return.ts';
import { useOptionalSession } from '../lib/session/use-session.ts';
import { afterLogin, guard } from './guard.ts';
import { PageSkeleton } from './pages/page-skeleton.tsx';
import { Compass, LockKeyhole } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { usePageHeader } from '../lib/page/page-header.ts';
import { holds } from '../lib/session/session-store.ts';

const Login = lazyScreen('identity/login');
const Documentation = lazyScreen('system/docs/documentation');

function screenRoute(route: ScreenRoute): RouteObject {
  const Screen = lazyScreen(route.screen);
  return {
    path: route.path,
    element: Screen ? <ScreenPage route={route} Screen={Screen} /> : <NotFoundPage />,
  };
}

/** All addresses of the staff's app (product/screens.md §1). The guard stands around everything, with one outcome per address. */
const ROUTES: RouteObject[] = [
  {
    element: <Guard />,
    children: [
      { path: '/login', element: Login && <Login /> },
      { path: '/documentation', element: Documentation && <Documentation /> },
      { path: '/documentation/index', element: Documentation && <Documentation /> },
      { path: '/documentation/:guide', element: Documentation && <Documentation /> },
      {
        element: <MainLayout />,
        children: [...SCREENS.map(screenRoute), { path: '*', element: <NotFoundPage /> }],
      },
    ],
  },
];

function Pages() {
  const { pathname, key } = useLocation();
  const pages = useRoutes(ROUTES);
  useDrawnEntry(key);
  return <ScreenBoundary place={pathname}>{pages}</ScreenBoundary>;
}

/** Lets what stands outside React (a session that ends) lead to another page without loading it again. */
function ConnectNavigation() {
  const navigate = useNavigate();
  useEffect(
    () =>
      connectNavigation((path) => {
        // The customer's page is another page (main.tsx); a redirect_uri may lead there.
        if (path.startsWith('/customerStatus')) location.replace(path);
        else void navigate(path, { replace: true });
      }),
    [navigate],
  );
  return null;
}

/**
 * The plain router, not the data router: readings belong to TanStack Query, and without loaders, actions and fetchers a
 * third of the shell's budget for libraries is saved (19 kB).
 */
export const Router = () => (
  <BrowserRouter>
    <ConnectNavigation />
    <Pages />
  </BrowserRouter>
);

/** Draws the address, or leads elsewhere: exactly one of the two. */
function Guard() {
  const { pathname, search, hash } = useLocation();
  const session = useOptionalSession();
  const outcome = guard({ wanted: `${pathname}${search}${hash}`, session: session?.view ?? null });
  if (outcome.kind === 'show') {
    return (
      <Suspense fallback={<PageSkeleton />}>
        <Outlet />
      </Suspense>
    );
  }
  return <Navigate to={signedInTarget(outcome.to, pathname, search, session)} replace />;
}

/** Someone who signs in on `/login?redirect=…` goes where they wanted, not to the root and from there on. */
function signedInTarget(
  to: string,
  pathname: string,
  search: string,
  session: ReturnType<typeof useOptionalSession>,
): string {
  if (!session) return leavingTo() ?? to;
  if (to !== '/' || pathname !== '/login') return to;
  const query = new URLSearchParams(search);
  const wanted = query.has('code') ? wantedBeforeSso() : query.get('redirect');
  return afterLogin(session.view, wanted, session.login_type === 'old');
}

/** An address that leads nowhere, or to something outside one's store. */
function NotFoundPage() {
  const { t } = useTranslation('shell');
  usePageHeader({ title: t('notFound.title') });
  return (
    <EmptyState
      title={t('notFound.title')}
      icon={<Compass aria-hidden />}
      testId="not-found"
      action={
        <Link className="link" to="/">
          {t('notFound.home')}
        </Link>
      }
    >
      {t('notFound.text')}
    </EmptyState>
  );
}

/** One screen: its texts, its chunk, its permission. */
function ScreenPage({
  route,
  Screen,
}: {
  route: ScreenRoute;
  Screen: ComponentType<Record<string, number>>;
}) {
  const { permission, or = [] } = route;
  const session = useOptionalSession();
  const allowed = permission === undefined || [permission, ...or].some((each) => holds(session, each));
  if (!allowed) return <ForbiddenPage title={route.title} />;
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Screen {...route.props} />
    </Suspense>
  );
}

/** A screen the person may not see, by its name, and whom to ask. `title` is its key in `shell`. */
function ForbiddenPage({ title }: { title: string }) {
  const { t } = useTranslation('shell');
  return (
    <EmptyState
      title={t('forbidden.title')}
      icon={<LockKeyhole aria-hidden />}
      testId="forbidden"
      action={
        <Link className="link" to="/">
          {t('notFound.home')}
        </Link>
      }
    >
      {t('forbidden.text', { screen: t(title) })}
    </EmptyState>
  );
}
