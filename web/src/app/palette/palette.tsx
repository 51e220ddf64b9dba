import { aheadPart, lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { Suspense, useEffect } from 'react';
import { isInField } from '@atelier/browser-sync/wedge/text-field.ts';
import { openPalette, usePalette } from '../../lib/page/palette-state.ts';

/** Loaded before the first drawing: a code scanned as soon as a screen is seen finds its listener. */
export const scansElsewhere = aheadPart(() => import('./scans-elsewhere.tsx'), 'ScansElsewhere');
const Window = lazyPart(() => import('./palette-window.tsx'), 'PaletteWindow');

/** A scanner's "/" follows another key at once. */
const HAND_MS = 100;

/**
 * Opens the search box with `/`, `?` (its keys) or Ctrl-K from anywhere, and for a scan that no screen takes. Its window
 * is loaded when it first opens.
 */
export function Palette({ onPast }: { onPast: () => void }) {
  const opened = usePalette();
  useEffect(() => {
    let before = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      const pause = event.timeStamp - before;
      before = event.timeStamp;
      const opens = openedBy(event, pause);
      if (opens === undefined) return;
      event.preventDefault();
      openPalette(opens);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <Suspense fallback={null}>
      <scansElsewhere.Part />
      {opened !== null && <Window opened={opened} onPast={onPast} />}
    </Suspense>
  );
}

/** What the box opens with; undefined where the key is not for it. */
function openedBy(
  { key, ctrlKey, metaKey, altKey, target }: KeyboardEvent,
  pause: number,
): string | undefined {
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' ? '' : undefined;
  if (altKey || isInField(target) || pause < HAND_MS) return undefined;
  if (key === '/') return '';
  return key === '?' ? '?' : undefined;
}
