import { useCallback, useLayoutEffect, useRef } from 'react';

/** The same function for as long as the component stands; a call reaches the newest. Not to be called while painting. */
export function useHandler<Args extends unknown[], Answer>(
  handler: (...args: Args) => Answer,
): (...args: Args) => Answer {
  const latest = useRef(handler);
  useLayoutEffect(() => {
    latest.current = handler;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
