import { describe, expect, it } from 'vitest';
import { wrapped } from './dispute-file.ts';

describe('a remark in a dispute file', () => {
  it.each([
    ['nothing', ''],
    ['a short one', 'Clasp is loose'],
    ['a long one', 'The client says that the clasp opened by itself. '.repeat(12).trim()],
    ['one in Japanese', '留め金が緩んでいます。'.repeat(20)],
    ['several lines', 'poinçon\nfaux'],
  ])('of %s is written whole, line by line', (_, text) => {
    const lines = wrapped(text);
    const plain = (value: string) => value.replaceAll(/\s+/g, '');
    expect(plain(lines.join(' '))).toBe(plain(text));
    expect(lines.every((line) => line.length <= 84)).toBe(true);
  });

  it('leaves half as much room for wide letters', () => {
    expect(wrapped('金'.repeat(100)).length).toBeGreaterThan(2);
  });
});
