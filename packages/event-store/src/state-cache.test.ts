import { describe, expect, it } from 'vitest';
import { StateCache } from './state-cache.ts';

const cached = { version: 3, state: {} };

describe('states of an earlier epoch', () => {
  it('are dropped at once, whatever the mark says', async () => {
    let epoch = 'one';
    const cache = new StateCache(
      () => Promise.resolve('the same'),
      () => epoch,
    );
    await cache.take(['item-1']);
    cache.keep(cache.generation, 'item-1', cached);
    expect(await cache.take(['item-1'])).toBeUndefined();
    cache.keep(cache.generation, 'item-1', cached);
    expect(await cache.take(['item-1'])).toEqual(new Map([['item-1', cached]]));
    cache.keep(cache.generation, 'item-1', cached);
    epoch = 'two';
    expect(await cache.take(['item-1'])).toBeUndefined();
  });

  it('are not kept by a command that had begun before', async () => {
    let epoch = 'one';
    const cache = new StateCache(
      () => Promise.resolve('the same'),
      () => epoch,
    );
    const { generation } = cache;
    epoch = 'two';
    cache.keep(generation, 'item-1', cached);
    cache.keep(cache.generation, 'item-2', cached);
    await cache.take(['item-2']);
    cache.keep(cache.generation, 'item-2', cached);
    expect(await cache.take(['item-1'])).toBeUndefined();
    expect(await cache.take(['item-2'])).toBeDefined();
  });
});
