import { type RefCallback, useCallback } from 'react';

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

/**
 * Marks a scrolling box with `data-more-start` and `data-more-end`, for the style sheet to show that it scrolls. Give the
 * answer to the box as its ref. The layout is read when a size or a child of it has changed, and never while React draws:
 * there it would have to be worked out in the middle of a change.
 */
export function useEdges(axis: EdgeAxis): RefCallback<HTMLElement> {
  return useCallback((box: HTMLElement) => watchEdges(box, axis), [axis]);
}

function watchEdges(box: HTMLElement, axis: EdgeAxis): () => void {
  const mark = () => {
    const { start, end } = edgesOf(stateOf(box, axis));
    box.toggleAttribute('data-more-start', start);
    box.toggleAttribute('data-more-end', end);
  };
  // It also says of each element it begins to watch how large that is.
  const sizes = new ResizeObserver(mark);
  const watchSizes = () => {
    sizes.disconnect();
    for (const element of [box, ...box.children]) sizes.observe(element);
  };
  const children = new MutationObserver(watchSizes);
  watchSizes();
  children.observe(box, { childList: true });
  box.addEventListener('scroll', mark, { passive: true });
  return () => {
    sizes.disconnect();
    children.disconnect();
    box.removeEventListener('scroll', mark);
  };
}
