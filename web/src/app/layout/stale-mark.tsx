import { useEffect } from 'react';
import { useFreshness } from '../../live/use-live.ts';

/** Marks the page as stale after 30 s without contact: boards and lists are dimmed then (see layout.css). */
export function StaleMark() {
  const isStale = useFreshness().tone === 'stale';
  useEffect(() => {
    document.documentElement.toggleAttribute('data-stale', isStale);
    return () => document.documentElement.removeAttribute('data-stale');
  }, [isStale]);
  return null;
}
