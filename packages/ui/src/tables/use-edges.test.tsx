// @vitest-environment jsdom
import { act, render } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { edgesOf, useEdges } from './use-edges.ts';

afterEach(() => vi.unstubAllGlobals());

describe('a scrolling box', () => {
  it('has more at its end until it is scrolled there', () => {
    expect(edgesOf({ offset: 0, shown: 400, whole: 900 })).toEqual({ start: false, end: true });
    expect(edgesOf({ offset: 200, shown: 400, whole: 900 })).toEqual({ start: true, end: true });
    expect(edgesOf({ offset: 500, shown: 400, whole: 900 })).toEqual({ start: true, end: false });
  });

  it('counts from the right in Arabic, where the offset is negative', () => {
    expect(edgesOf({ offset: -500, shown: 400, whole: 900 })).toEqual({ start: true, end: false });
  });

  it('has no edge where everything is in sight, rounded to a pixel', () => {
    expect(edgesOf({ offset: 0.4, shown: 400, whole: 401 })).toEqual({ start: false, end: false });
  });
});

function Box({ words, lanes }: { words: string; lanes: number }) {
  return (
    <div ref={useEdges('inline')} data-testid="box">
      {Array.from({ length: lanes }, (_, lane) => (
        <i key={lane}>{words}</i>
      ))}
    </div>
  );
}

it('reads the layout when something has another size, and not when it is drawn again', async () => {
  const watched = new Set<Element>();
  let resized: () => void = () => undefined;
  class Sizes {
    constructor(listener: () => void) {
      resized = listener;
    }
    observe(element: Element) {
      watched.add(element);
    }
    disconnect() {
      watched.clear();
    }
  }
  vi.stubGlobal('ResizeObserver', Sizes);
  const { rerender, getByTestId } = render(<Box words="a" lanes={2} />);
  const box = getByTestId('box');
  const width = vi.fn<() => number>(() => 900);
  Object.defineProperty(box, 'scrollWidth', { get: width });
  rerender(<Box words="b" lanes={2} />);
  expect(width).not.toHaveBeenCalled();
  resized();
  expect(width).toHaveBeenCalledTimes(1);
  expect(box.hasAttribute('data-more-end')).toBe(true);
  rerender(<Box words="b" lanes={3} />);
  await act(async () => Promise.resolve());
  expect([...watched]).toEqual([box, ...box.children]);
});
