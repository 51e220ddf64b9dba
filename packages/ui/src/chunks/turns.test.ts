import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { takeTurn } from './turns.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => void setTimeout(callback, 16));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('begins a part once the one before it is drawn, and none that gave its turn up', () => {
  const begun: string[] = [];
  const take = (name: string) => takeTurn(() => void begun.push(name));
  const [endFirst, giveUp, endThird] = [take('first'), take('second'), take('third')];
  expect(begun).toEqual(['first']);
  giveUp();
  endFirst();
  expect(begun).toEqual(['first']);
  vi.advanceTimersByTime(17);
  expect(begun).toEqual(['first', 'third']);
  endThird();
  vi.runAllTimers();
  take('later')();
  expect(begun).toEqual(['first', 'third', 'later']);
});

it('keeps the others for three seconds at most', () => {
  const begun: string[] = [];
  const ends = ['slow', 'next'].map((name) => takeTurn(() => void begun.push(name)));
  vi.advanceTimersByTime(2_900);
  expect(begun).toEqual(['slow']);
  vi.advanceTimersByTime(200);
  expect(begun).toEqual(['slow', 'next']);
  for (const end of ends) end();
});
