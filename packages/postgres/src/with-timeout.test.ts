import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withTimeout } from './with-timeout.ts';

const late = () => new Error('too late');
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('resolves to the work and leaves no timer behind', async () => {
  expect(await withTimeout(Promise.resolve(7), 1_000, late)).toBe(7);
  expect(vi.getTimerCount()).toBe(0);
});

it('rejects as the work does', async () => {
  await expect(withTimeout(Promise.reject(new Error('broken')), 1_000, late)).rejects.toThrow('broken');
});

it('rejects after the time, and ignores what the work does later', async () => {
  const work = Promise.withResolvers<number>();
  const results: unknown[] = [];
  void withTimeout(work.promise, 1_000, late).catch((error: unknown) => results.push(error));
  await vi.advanceTimersByTimeAsync(999);
  expect(results).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(results).toEqual([late()]);
  work.reject(new Error('broken later'));
});

it('rejects at once where no time is left, and Node does not warn of a negative time', async () => {
  vi.useRealTimers();
  const warnings: string[] = [];
  const onWarning = ({ name }: Error) => void warnings.push(name);
  process.on('warning', onWarning);
  const never = new Promise<number>(() => undefined);
  await expect(withTimeout(never, -5, late)).rejects.toThrow('too late');
  await new Promise(setImmediate);
  process.off('warning', onWarning);
  expect(warnings).toEqual([]);
});
