import type { RefObject } from 'react';
import { useEffect } from 'react';

export type EdgeAxis = 'inline' | 'block';

export interface ScrollState {
  /** How far it is scrolled in px; below 0 from right to left. */
  readonly offset: number;
  readonly shown: number;
  readonly whole: number;
}

/** Whether more lies before and after what is in sight; a pixel of rounding is not more. */
export function edgesOf({ offset, shown, whole }: ScrollState): { start: boolean; end: boolean } {
  const gone = Math.abs(offset);
  return { start: gone > 1, end: gone + shown < whole - 1 };
}

const stateOf = (box: HTMLElement, axis: EdgeAxis): ScrollState =>
  axis === 'inline'
    ? { offset: box.scrollLeft, shown: box.clientWidth, whole: box.scrollWidth }
    : { offset: box.scrollTop, shown: box.clientHeight, whole: box.scrollHeight };

/** Marks a scrolling box with `data-more-start` and `data-more-end`, for the style sheet to show that it scrolls. */
export function useEdges(ref: RefObject<HTMLElement | null>, axis: EdgeAxis): void {
  // After every render: what lies inside may have changed.
  useEffect(() => {
    const box = ref.current;
    if (box === null) return undefined;
    const mark = () => {
      const { start, end } = edgesOf(stateOf(box, axis));
      box.toggleAttribute('data-more-start', start);
      box.toggleAttribute('data-more-end', end);
    };
    mark();
    const observer = new ResizeObserver(mark);
    for (const element of [box, ...box.children]) observer.observe(element);
    box.addEventListener('scroll', mark, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', mark);
    };
  });
}
