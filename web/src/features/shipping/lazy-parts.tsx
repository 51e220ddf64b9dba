import { lazy, Suspense, type ComponentProps, type ComponentType } from 'react';
import type * as parts from './packing-parts.ts';
import { loadChunk } from '@atelier/ui/chunks/lazy-chunk.ts';

type Parts = typeof parts;
const load = () => loadChunk(() => import('./packing-parts.ts'));

/** A part of the packing page that its first scan does not need. */
function later<Name extends keyof Parts>(name: Name) {
  const Part = lazy(async () => ({ default: (await load())[name] as ComponentType<object> }));
  return (props: ComponentProps<Parts[Name]>) => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  );
}

export const OutboundPanel = later('OutboundPanel');
export const PackageMenu = later('PackageMenu');
export const SealSection = later('SealSection');
export const SentPanel = later('SentPanel');
export const SignatureHistory = later('SignatureHistory');
