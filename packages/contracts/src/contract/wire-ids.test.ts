import { describe, expect, it } from 'vitest';
import { wireIds } from './schema.ts';

const list = (length: number) => Array.from({ length }, (_, index) => index + 1);

describe('one id or a list of ids', () => {
  it('takes either, up to 500', () => {
    expect(wireIds.parse(7)).toEqual([7]);
    expect(wireIds.parse(list(500))).toHaveLength(500);
  });

  it.each([[list(501)], [[]], [[0]], ['seven']])('says what it takes when it is neither', (given) => {
    const refused = wireIds.safeParse(given);
    expect(refused.error?.issues[0]?.message).toBe('give an id, or a list of 1 to 500 ids');
  });
});
