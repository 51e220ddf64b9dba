import { Suspense } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { leavingTo } from '../lib/session/end-of-session.ts';
import { wantedBeforeSso } from '../lib/session/sso-return.ts';
import { useOptionalSession } from '../lib/session/use-session.ts';
import { afterLogin, guard } from './guard.ts';
import { PageSkeleton } from './pages/page-skeleton.tsx';

/** Draws the address, or leads elsewhere: exactly one of the two. */
export function Guard() {
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
