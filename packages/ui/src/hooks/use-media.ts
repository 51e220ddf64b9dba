import { useSyncExternalStore } from 'react';

/** Follows a media query; false where there is no screen to ask. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (listener) => {
      const media = globalThis.matchMedia?.(query);
      media?.addEventListener('change', listener);
      return () => media?.removeEventListener('change', listener);
    },
    () => globalThis.matchMedia?.(query).matches ?? false,
  );
