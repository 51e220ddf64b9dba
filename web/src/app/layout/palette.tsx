import { lazy, Suspense, useEffect } from 'react';
import { loadChunk } from '../../lib/chunks/lazy-chunk.ts';
import { openPalette, usePaletteOpen } from './palette-state.ts';

const PaletteWindow = lazy(async () => ({
  default: (await loadChunk(() => import('./palette-window.tsx'))).PaletteWindow,
}));

/** Ctrl-K from anywhere. The window itself is loaded when it is first wanted. */
export function Palette() {
  const open = usePaletteOpen();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      openPalette();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return <Suspense fallback={null}>{open && <PaletteWindow />}</Suspense>;
}
