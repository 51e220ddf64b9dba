// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ConflictNote } from './conflict-note.tsx';

Element.prototype.scrollIntoView = () => undefined;
afterEach(cleanup);

it('offers both versions where something was typed, and only theirs where nothing was', () => {
  const mine = vi.fn<() => void>();
  const theirs = vi.fn<() => void>();
  const { rerender } = render(<ConflictNote onKeepMine={mine} onTakeTheirs={theirs} testId="stale" />);
  fireEvent.click(screen.getByTestId('stale-mine'));
  expect(screen.getByText('conflict.body')).toBeDefined();
  rerender(<ConflictNote onTakeTheirs={theirs} testId="stale" />);
  expect(screen.queryByTestId('stale-mine')).toBeNull();
  expect(screen.getByText('conflict.again')).toBeDefined();
  fireEvent.click(screen.getByTestId('stale-theirs'));
  expect([mine.mock.calls.length, theirs.mock.calls.length]).toEqual([1, 1]);
});
