import { lazy, Suspense, useEffect } from 'react';
import { loadChunk } from '@atelier/ui/chunks/lazy-chunk.ts';
import { unresolvedCount } from './unresolved.ts';
import type { UnresolvedScansProps } from './unresolved-scans.tsx';

const load = () => loadChunk(() => import('./unresolved-scans.tsx'));
const Loaded = lazy(async () => ({ default: (await load()).UnresolvedScans }));

/** The unresolved scans, where there are any. Loaded with the page: it is needed when the connection is gone. */
export function LazyUnresolved(props: UnresolvedScansProps) {
  useEffect(() => void load(), []);
  if (unresolvedCount(props.unresolved) === 0) return null;
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  );
}
