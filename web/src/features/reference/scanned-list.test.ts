import { describe, expect, it } from 'vitest';
import { blankLines, linesOf, withoutBlanks, withScan } from './scanned-list.ts';

describe('the scanned list', () => {
  it('takes a line per SKU; the end of the last line is none', () => {
    expect(linesOf('LU-1\r\n LU-2 \n')).toEqual(['LU-1', 'LU-2']);
    expect(linesOf('')).toEqual([]);
  });

  it('finds blank lines by their place', () => {
    expect(blankLines(linesOf('LU-1\n\nLU-2\n  \n'))).toEqual([2, 4]);
    expect(blankLines(linesOf('LU-1\nLU-2\n'))).toEqual([]);
    expect(blankLines(linesOf('\n'))).toEqual([1]);
  });

  it('adds a scan as a separate line, wherever the typing stopped', () => {
    expect(withScan('', 'lu-1')).toBe('LU-1\n');
    expect(withScan('LU-1', ' lu-2 ')).toBe('LU-1\nLU-2\n');
    expect(withScan('LU-1\n', 'LU-2')).toBe('LU-1\nLU-2\n');
  });

  it('is cleaned of blank lines at once', () => {
    expect(withoutBlanks('\nLU-1\n\n LU-2')).toBe('LU-1\nLU-2\n');
  });
});
