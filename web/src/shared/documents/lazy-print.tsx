import { lazy, Suspense } from 'react';
import { loadChunk } from '@atelier/ui/chunks/lazy-chunk.ts';
import type { PrintButtonProps } from './print-button.tsx';

const Loaded = lazy(async () => ({
  default: (await loadChunk(() => import('./print-button.tsx'))).PrintButton,
}));

/** The print button, loaded beside the screen it stands on; nothing until it is there. */
export function LazyPrint(props: PrintButtonProps) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  );
}
