import { useSyncExternalStore } from 'react';

/** Below this the list leaves out what the open piece shows anyway. */
const WIDE = '(min-width: 1200px)';

function subscribe(listener: () => void): () => void {
  const media = matchMedia(WIDE);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** Whether every column of the list has room. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches);
