import { expect, it, vi } from 'vitest';
import { openSendWindow } from './send-window.ts';

it('is over after its limit by the steady counter', () => {
  const steady = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  vi.spyOn(Date, 'now').mockReturnValue(0);
  const window = openSendWindow(500);
  steady.mockReturnValue(1_499.5);
  expect([window.leftMs(), window.isOver()]).toEqual([1, false]);
  steady.mockReturnValue(1_500);
  expect([window.leftMs(), window.isOver()]).toEqual([0, true]);
  vi.restoreAllMocks();
});

it('is over after a suspension of the machine, in which the steady counter stands still', () => {
  vi.spyOn(performance, 'now').mockReturnValue(1_000);
  const wall = vi.spyOn(Date, 'now').mockReturnValue(0);
  const window = openSendWindow(500);
  wall.mockReturnValue(-3_600_000);
  expect(window.isOver()).toBe(false);
  wall.mockReturnValue(500);
  expect(window.isOver()).toBe(true);
  vi.restoreAllMocks();
});
