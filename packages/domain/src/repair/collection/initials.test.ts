import { expect, test } from 'vitest';
import { initialsOf } from './initials.ts';

test('a wall shows the initials of a name: a surname’s sign in Chinese, nothing without a name', () => {
  expect(initialsOf('Camille Laurent')).toBe('C. L.');
  expect(initialsOf('  élise  de la Tour ')).toBe('É. D. L.');
  expect(initialsOf('王小明')).toBe('王');
  expect(initialsOf('')).toBe('');
});
