import { lazy, Suspense, useEffect } from 'react';
import { loadChunk } from '@atelier/ui/chunks/lazy-chunk.ts';
import { openPalette, usePaletteOpen } from './palette-state.ts';

const loadWindow = () => loadChunk(() => import('./palette-window.tsx'));
const PaletteWindow = lazy(async () => ({ default: (await loadWindow()).PaletteWindow }));

const isShortcut = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey);

/** Ctrl-K from anywhere. The window is loaded when it is first wanted; what is typed until it stands there goes into it. */
export function Palette() {
  const open = usePaletteOpen();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      openPalette();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return <Suspense fallback={null}>{open && <PaletteWindow />}</Suspense>;
}
