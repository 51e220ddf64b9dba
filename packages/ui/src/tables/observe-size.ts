import { elementScroll, type Virtualizer } from '@tanstack/react-virtual';

type BoxVirtualizer = Virtualizer<HTMLDivElement, Element>;
type Observe = (
  virtualizer: BoxVirtualizer,
  onSize: (size: { width: number; height: number }) => void,
) => (() => void) | undefined;

/**
 * Watches the size of a virtualised box. The observer reports the first size after the layout and before the paint; the
 * library's own would read it while React commits, which lays the page out once for every box on it.
 */
const observeElementRect: Observe = ({ scrollElement }, onSize) => {
  if (scrollElement === null) return undefined;
  const observer = new ResizeObserver(() =>
    onSize({ width: scrollElement.clientWidth, height: scrollElement.clientHeight }),
  );
  observer.observe(scrollElement);
  return () => observer.disconnect();
};

/** The library scrolls every new box to where it stands already, which would lay the page out in the middle of a commit. */
const scrollToFn: typeof elementScroll<HTMLDivElement> = (offset, options, virtualizer) => {
  const target = offset + (options.adjustments ?? 0);
  if (target !== virtualizer.scrollOffset) elementScroll(offset, options, virtualizer);
};

/** Options of a virtualised box: until its size is known it counts as high as the window, so that the first drawing has rows. */
export const boxSize = () => ({
  observeElementRect,
  scrollToFn,
  initialRect: { width: 0, height: globalThis.innerHeight },
});
