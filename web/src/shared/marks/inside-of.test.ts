import { expect, it } from 'vitest';
import { insideOf } from './inside-of.ts';

it('a mark at an edge stays half a badge inside the picture, any other where it was set', () => {
  expect(insideOf({ x: 0, y: 1 })).toEqual({
    insetInlineStart: 'clamp(12px, 0%, 100% - 12px)',
    insetBlockStart: 'clamp(12px, 100%, 100% - 12px)',
  });
  expect(insideOf({ x: 0.5, y: 0.25 }).insetInlineStart).toContain('50%');
});
