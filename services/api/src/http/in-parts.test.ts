import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { inParts } from './in-parts.ts';

/** Work that ends in another order than it began in, and counts how much of it is under way. */
function watched(fails: readonly number[] = []) {
  const seen = { now: 0, most: 0, begun: [] as number[], ended: [] as number[] };
  const work = async (one: number): Promise<string> => {
    seen.begun.push(one);
    seen.most = Math.max(seen.most, (seen.now += 1));
    await sleep(one % 2 === 0 ? 1 : 5);
    seen.now -= 1;
    seen.ended.push(one);
    if (fails.includes(one)) throw new Error(`no ${one}`);
    return `done ${one}`;
  };
  return { seen, work };
}

describe('inParts', () => {
  it('answers in the order given, whatever ends first', async () => {
    const { work } = watched();
    expect(await inParts([1, 2, 3, 4, 5], work, 2)).toEqual([
      'done 1',
      'done 2',
      'done 3',
      'done 4',
      'done 5',
    ]);
  });

  it('has no more under way than it may, and that many', async () => {
    const { seen, work } = watched();
    await inParts([1, 2, 3, 4, 5], work, 2);
    expect(seen.most).toBe(2);
  });

  it('throws once those under way have ended, and begins none after', async () => {
    const { seen, work } = watched([2]);
    await expect(inParts([1, 2, 3, 4], work, 2)).rejects.toThrow('no 2');
    expect(new Set(seen.ended)).toEqual(new Set([1, 2]));
    expect(seen.begun).toEqual([1, 2]);
  });

  it('answers nothing for nothing', async () => {
    expect(await inParts([], () => Promise.resolve(1))).toEqual([]);
  });
});
