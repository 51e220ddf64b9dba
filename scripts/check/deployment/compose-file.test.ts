import { describe, expect, test } from 'vitest';
import { fillIn } from './compose-file.ts';

describe('variables are filled in as Compose does', () => {
  test.each([
    ['a ${A} b', { A: 'x' }, 'a x b'],
    ['a ${A} b', {}, 'a  b'],
    ['${A:-y}:80', {}, 'y:80'],
    ['${A:-y}', { A: '' }, 'y'],
    ['${A:-http://host:${B:-3000}}/', {}, 'http://host:3000/'],
    ['${A:-http://host:${B:-3000}}/', { B: '4' }, 'http://host:4/'],
    ['${A:+set}${B:+${A}}', { A: 'x', B: 'y' }, 'setx'],
    ['${A:+set}', {}, ''],
  ])('%s with %o', (text, settings, filled) => {
    expect(fillIn(text, settings)).toBe(filled);
  });

  test('a required one that is missing is refused with its message', () => {
    expect(() => fillIn('${A:?set it in .env}', { A: '' })).toThrow(
      'required variable A is missing a value: set it in .env',
    );
    expect(fillIn('${A:?set it in .env}', { A: 'x' })).toBe('x');
  });
});
