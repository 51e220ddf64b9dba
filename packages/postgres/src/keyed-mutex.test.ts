import { expect, test } from 'vitest';
import { isKeyHeld, withKeyedMutex } from './keyed-mutex.ts';

test('work on one key runs in the order it came, work on another beside it', async () => {
  const owner = {};
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const works = [
    withKeyedMutex(owner, 'a', async () => {
      await first.promise;
      order.push('a1');
    }),
    withKeyedMutex(owner, 'a', async () => void order.push('a2')),
  ];
  await withKeyedMutex(owner, 'b', async () => void order.push('b1'));
  first.resolve();
  await Promise.all(works);
  expect(order).toEqual(['b1', 'a1', 'a2']);
  expect(isKeyHeld(owner, 'a')).toBe(false);
});

test('work that gives up its turn is not run, and the next still waits for the one before', async () => {
  const owner = {};
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const before = withKeyedMutex(owner, 'a', async () => {
    await first.promise;
    order.push('first');
  });
  const givingUp = withKeyedMutex(
    owner,
    'a',
    async () => void order.push('never'),
    () => Promise.reject(new Error('no time left')),
  );
  const next = withKeyedMutex(owner, 'a', async () => void order.push('next'));
  await expect(givingUp).rejects.toThrow('no time left');
  first.resolve();
  await Promise.all([before, next]);
  expect(order).toEqual(['first', 'next']);
  expect(isKeyHeld(owner, 'a')).toBe(false);
});
