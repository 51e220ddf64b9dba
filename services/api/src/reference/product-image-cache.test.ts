import { describe, expect, it } from 'vitest';
import { ProductImageCache } from './product-image-cache.ts';

function open(entries = 2) {
  let now = 0;
  const asked: string[] = [];
  const cache = new ProductImageCache({ entries, keptMs: 100, failedMs: 10 }, () => now);
  const get = (name: string, isBroken = false) =>
    cache.get(name, async () => {
      asked.push(name);
      if (isBroken) throw new Error('no picture');
      return Buffer.from(name);
    });
  return { asked, get, pass: (ms: number) => (now += ms) };
}

describe('the cache of product pictures', () => {
  it('loads once, also when asked twice at once', async () => {
    const { asked, get } = open();
    const [one, two] = await Promise.all([get('a'), get('a')]);
    expect([one, two, await get('a')].map(String)).toEqual(['a', 'a', 'a']);
    expect(asked).toEqual(['a']);
  });

  it('asks again once its time has passed, and not a moment before', async () => {
    const { asked, get, pass } = open();
    await get('a');
    pass(99);
    await get('a');
    expect(asked).toHaveLength(1);
    pass(1);
    await get('a');
    expect(asked).toHaveLength(2);
  });

  it('remembers a failure for a shorter while', async () => {
    const { asked, get, pass } = open();
    expect(await get('a', true)).toBeNull();
    pass(9);
    expect(await get('a')).toBeNull();
    pass(1);
    expect(String(await get('a'))).toBe('a');
    expect(asked).toHaveLength(2);
  });

  it('holds no more than it may, and lets the longest unused one go', async () => {
    const { asked, get } = open(2);
    await get('a');
    await get('b');
    await get('a');
    await get('c');
    await get('a');
    expect(asked).toEqual(['a', 'b', 'c']);
    await get('b');
    expect(asked).toEqual(['a', 'b', 'c', 'b']);
  });
});
