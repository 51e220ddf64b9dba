import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ownPath } from './own-origin.ts';

const ORIGIN = 'https://atelier.test';

describe('a path to go back to', () => {
  it.each(['/dashboard', '/listRma?status=3#x', '/operation/4/RepairProcess/', '/readRma?q=%2F%2Fevil.test'])(
    'is ours: %s',
    (path) => expect(ownPath(path, ORIGIN)).toBe(path),
  );

  it.each([
    null,
    '',
    'dashboard',
    'https://evil.test/',
    'HTTPS:evil.test',
    'https://atelier.test/dashboard',
    'https://atelier.test@evil.test/',
    '//evil.test',
    '///evil.test',
    '\\\\evil.test',
    '/\\evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    '\u0000//evil.test',
    ' //evil.test',
    '/.//evil.test',
    '/..//evil.test',
    '/%2e//evil.test',
    '/a/..//evil.test',
    '/./\\evil.test',
    '//',
    '//[',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    '%2F%2Fevil.test',
  ])('is not ours: %j', (candidate) => expect(ownPath(candidate, ORIGIN)).toBeNull());

  it('leads, whatever was handed in, to our origin and to itself', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2e',
      '%2f',
      '\t',
      '\n',
      '@',
      ':',
      '?',
      '#',
      'evil.test',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const path = ownPath(`/${pieces.join('')}`, ORIGIN);
        if (path === null) return;
        expect(new URL(path, ORIGIN).origin).toBe(ORIGIN);
        expect(path.startsWith('//')).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });
});
