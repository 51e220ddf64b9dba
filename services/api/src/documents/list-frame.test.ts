import { describe, expect, it } from 'vitest';
import { pagesOf } from './list-frame.ts';

const CLOSING = 40;

describe('the pages of a list', () => {
  it('hold every line once, in order, and the closing part has a line above it', () => {
    for (let count = 0; count <= 200; count += 1) {
      const pages = pagesOf(count, CLOSING);
      expect(pages[0]?.[0]).toBe(0);
      expect(pages.at(-1)?.[1]).toBe(count);
      for (const [index, [from, to]] of pages.entries()) {
        expect(from).toBe(index === 0 ? 0 : pages[index - 1]?.[1]);
        expect(count === 0 || to > from).toBe(true);
      }
    }
  });

  it('are one for a package of a few pieces', () => {
    expect(pagesOf(0, CLOSING)).toEqual([[0, 0]]);
    expect(pagesOf(11, CLOSING)).toEqual([[0, 11]]);
    expect(pagesOf(12, CLOSING)).toHaveLength(2);
  });
});
