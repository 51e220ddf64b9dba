import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CommitWatch } from './commit-watch.ts';

let waitsForMs: number;
let lines: string[];

beforeEach(() => {
  vi.useFakeTimers();
  waitsForMs = 0;
  lines = [];
});
afterEach(() => void vi.useRealTimers());

const watchOf = (): CommitWatch =>
  new CommitWatch(async () => waitsForMs, {
    warn: (_facts: unknown, text?: string) => lines.push(text ?? ''),
  });
const never = (): Promise<never> => new Promise(() => undefined);
const codeOf = (answer: Promise<unknown>): Promise<unknown> =>
  answer.catch((error: unknown) => (error instanceof Error && 'code' in error ? error.code : error));

test('a call that takes long is waited for while commits are confirmed', async () => {
  const call = Promise.withResolvers<string>();
  const answer = watchOf().carry(() => call.promise);
  await vi.advanceTimersByTimeAsync(30_000);
  call.resolve('done');
  expect(await answer).toBe('done');
  expect(lines).toEqual([]);
});

test('while commits are not replicated a call under way is answered and a new one refused, until they are', async () => {
  waitsForMs = 5_000;
  const watch = watchOf();
  const underWay = codeOf(watch.carry(never));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await codeOf(watch.carry(never))).toBe('not_replicated');
  await vi.advanceTimersByTimeAsync(6_000);
  expect(await underWay).toBe('outcome_unknown');

  waitsForMs = 0;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await watch.carry(async () => 'done')).toBe('done');
  expect(lines).toEqual([
    'commits not replicated, calls that write are refused until the standby is back',
    'commits replicated again, calls that write go on',
  ]);
});
