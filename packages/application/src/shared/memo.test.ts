import { describe, expect, it } from 'vitest';
import { memo } from './memo.ts';

const counted = (answers: (() => Promise<number>)[]) => {
  let calls = 0;
  const load = () => {
    const answer = answers[calls] ?? (() => Promise.reject(new Error('asked too often')));
    calls += 1;
    return answer();
  };
  return { load, calls: () => calls };
};

describe('memo', () => {
  it('loads once for all who ask within its time, and again after', async () => {
    let nowMs = 0;
    const source = counted([async () => 1, async () => 2]);
    const read = memo(100, source.load, () => nowMs);
    expect(await Promise.all([read(), read()])).toEqual([1, 1]);
    nowMs = 99;
    expect(await read()).toBe(1);
    nowMs = 100;
    expect(await read()).toBe(2);
    expect(source.calls()).toBe(2);
  });

  it('forgets a failure at once', async () => {
    const source = counted([() => Promise.reject(new Error('down')), async () => 5]);
    const read = memo(100, source.load, () => 0);
    await expect(read()).rejects.toThrow('down');
    expect(await read()).toBe(5);
  });
});
