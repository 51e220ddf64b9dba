import { useSyncExternalStore } from 'react';

/** Whether the sidebar is folded; it persists on the device (product/screens.md §2). */
const KEY = 'atelier.menu';
const listeners = new Set<() => void>();

const isFolded = () => localStorage.getItem(KEY) === 'folded';

export function foldSidebar(folded: boolean): void {
  if (folded) localStorage.setItem(KEY, 'folded');
  else localStorage.removeItem(KEY);
  listeners.forEach((listener) => listener());
}

export const useSidebarFolded = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, isFolded);

/** Follows a media query. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );

/** Below 800 px: drawer and compact header (product/screens.md §2). */
export const useIsNarrow = (): boolean => useMedia('(max-width: 799px)');
