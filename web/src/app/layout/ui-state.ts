import { useMedia } from '@atelier/ui/hooks/use-media.ts';
import { useSyncExternalStore } from 'react';

/** Whether the sidebar is folded; what the person chose persists on the device (product/screens.md §2). */
const KEY = 'atelier.menu';
const listeners = new Set<() => void>();
/** A tablet's width, which the work needs for itself. */
const TABLET = '(max-width: 1099px)';

const isFolded = (): boolean => {
  const chosen = localStorage.getItem(KEY);
  return chosen === null ? matchMedia(TABLET).matches : chosen === 'folded';
};

export function foldSidebar(folded: boolean): void {
  localStorage.setItem(KEY, folded ? 'folded' : 'open');
  listeners.forEach((listener) => listener());
}

export const useSidebarFolded = (): boolean =>
  useSyncExternalStore((listener) => {
    const media = matchMedia(TABLET);
    listeners.add(listener);
    media.addEventListener('change', listener);
    return () => {
      listeners.delete(listener);
      media.removeEventListener('change', listener);
    };
  }, isFolded);

/** Below 800 px: drawer and compact header (product/screens.md §2). */
export const useIsNarrow = (): boolean => useMedia('(max-width: 799px)');
