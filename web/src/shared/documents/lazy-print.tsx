import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { Suspense } from 'react';
import type { PrintButtonProps } from './print-button.tsx';

const Loaded = lazyPart(() => import('./print-button.tsx'), 'PrintButton');

/** The print button, loaded beside the screen it stands on; nothing until it is there. */
export function LazyPrint(props: PrintButtonProps) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  );
}
