import { type ComponentType, lazy } from 'react';
import { loadChunk } from '@atelier/ui/chunks/lazy-chunk.ts';

type ScreenModule = { Screen: ComponentType<Record<string, number>> };

/** Every `*.screen.tsx` is a separate chunk; a route names its file (see routes.ts). */
const files = import.meta.glob<ScreenModule>('../features/**/*.screen.tsx');

/** The lazily loaded `Screen` of `features/<slice>/<name>.screen.tsx`, or null when there is no such file. */
export function lazyScreen(screen: string) {
  const load = files[`../features/${screen}.screen.tsx`];
  if (!load) return null;
  return lazy(async () => ({ default: (await loadChunk(load)).Screen }));
}
