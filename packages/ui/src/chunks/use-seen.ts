import { type RefCallback, useCallback, useState } from 'react';

/** How far outside the window an element counts as seen: it is ready when the reader arrives. */
const AHEAD = '300px';

/** Whether an element came near the window: what is heavy and lies below is neither loaded nor drawn before. */
export function useSeen(): [RefCallback<Element>, boolean] {
  const [isSeen, setSeen] = useState(false);
  const ref = useCallback((element: Element) => {
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { rootMargin: AHEAD },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, isSeen];
}
