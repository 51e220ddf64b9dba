import { describe, expect, it } from 'vitest';
import { listChange } from './use-change-words.ts';

describe('a changed list', () => {
  it('is described as what came and what went', () => {
    expect(listChange({ before: ['a', 'b'], after: ['b', 'c'] })).toEqual({
      isNew: false,
      added: ['c'],
      removed: ['a'],
    });
  });

  it('is new where there was none', () => {
    expect(listChange({ before: null, after: ['a'] })).toMatchObject({ isNew: true, added: ['a'] });
  });

  it('names roles by the part that differs', () => {
    expect(listChange({ before: [], after: ['#INTRANET::FRONT_shop'] })?.added).toEqual(['shop']);
  });

  it('is nothing else than a list', () => {
    expect(listChange({ before: 1, after: 2 })).toBeNull();
    expect(listChange({ before: 'x', after: ['x'] })).toBeNull();
  });
});
