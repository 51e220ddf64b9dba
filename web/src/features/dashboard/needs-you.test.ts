import { describe, expect, it } from 'vitest';
import { needsShown } from './needs-you.ts';

describe('the pieces that need the shop', () => {
  it('are as many as the screen has room for', () => {
    expect([600, 900, 1440, 4000].map(needsShown)).toEqual([7, 8, 16, 20]);
  });
});
