import { type ComponentType, Suspense } from 'react';
import { holds } from '../../lib/session/session-store.ts';
import { useOptionalSession } from '../../lib/session/use-session.ts';
import type { ScreenRoute } from '../routes.ts';
import { ForbiddenPage } from './forbidden-page.tsx';
import { PageSkeleton } from './page-skeleton.tsx';

/** One screen: its texts, its chunk, its permission. */
export function ScreenPage({
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
