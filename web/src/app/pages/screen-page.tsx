import type { ComponentType } from 'react';
import { Suspense } from 'react';
import { usePermission } from '../../lib/session/use-session.ts';
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
  const { permission = 'view home page', or = permission } = route;
  const isHeld = usePermission(permission);
  const isOther = usePermission(or);
  const allowed = isHeld || isOther || route.permission === undefined;
  if (!allowed) return <ForbiddenPage title={route.title} />;
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Screen {...route.props} />
    </Suspense>
  );
}
