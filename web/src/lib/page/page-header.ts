import { type ReactNode, useEffect, useSyncExternalStore } from 'react';

/** What a screen puts into the header above it: a title better than its route's, and a word at the far end. */
export interface PageHeader {
  title?: string | undefined;
  aside?: ReactNode;
}

const NOTHING: PageHeader = {};
let current: PageHeader = NOTHING;
const listeners = new Set<() => void>();

function set(header: PageHeader): void {
  current = header;
  listeners.forEach((listener) => listener());
}

/** Names the page while the screen stands: `usePageHeader({ title: t('stage.3') })`. */
export function usePageHeader({ title, aside }: PageHeader): void {
  useEffect(() => {
    set({ title, aside });
    return () => set(NOTHING);
  }, [title, aside]);
}

export const useCurrentPageHeader = (): PageHeader =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
