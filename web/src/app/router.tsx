import { useEffect } from 'react';
import { type RouteObject, BrowserRouter, useLocation, useNavigate, useRoutes } from 'react-router-dom';
import { connectNavigation } from '../lib/session/end-of-session.ts';
import { Guard } from './guard-outlet.tsx';
import { MainLayout } from './layout/main-layout.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { ScreenBoundary } from './pages/screen-boundary.tsx';
import { ScreenPage } from './pages/screen-page.tsx';
import { type ScreenRoute, SCREENS } from './routes.ts';
import { lazyScreen } from './screens.tsx';

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
      {
        element: <MainLayout />,
        children: [...SCREENS.map(screenRoute), { path: '*', element: <NotFoundPage /> }],
      },
    ],
  },
];

function Pages() {
  const { pathname } = useLocation();
  const pages = useRoutes(ROUTES);
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
