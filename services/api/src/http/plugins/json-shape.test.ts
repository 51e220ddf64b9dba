import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_LEVELS, MOST_VALUES, issueOfShape } from './json-shape.ts';

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const list = (values: number): string => `[${Array.from({ length: values }, () => 0).join(',')}]`;

describe('the shape of a JSON text', () => {
  it('may be as deep as the limit and no deeper', () => {
    expect(issueOfShape(nested(MOST_LEVELS))).toBeUndefined();
    expect(issueOfShape(nested(MOST_LEVELS + 1))).toBe('too_deep');
    expect(issueOfShape('{"a":'.repeat(64) + '1' + '}'.repeat(64))).toBe('too_deep');
  });

  it('counts levels, not brackets', () => {
    expect(issueOfShape(`[${Array.from({ length: 100 }, () => '[]').join(',')}]`)).toBeUndefined();
    expect(issueOfShape(JSON.stringify({ text: '['.repeat(100) }))).toBeUndefined();
  });

  it('may hold as many values as the limit and no more', () => {
    expect(issueOfShape(list(MOST_VALUES))).toBeUndefined();
    expect(issueOfShape(list(MOST_VALUES + 1))).toBe('too_many_values');
  });

  it.each([
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '{"b":{"c":[{"d":1,"e":",","d":2}]}}',
    '{"a\\\\":1,"a\\\\":2}',
    '{"":1,"":2}',
  ])('names no key twice: %s', (text) => expect(issueOfShape(text)).toBe('duplicate_key'));

  it.each(['{"a":{"a":1}}', '[{"a":1},{"a":1}]', '{"a":"a","b":["a","a"]}', '{"a\\"":1,"a":2}', '"a"', '1'])(
    'may use a key again elsewhere: %s',
    (text) => expect(issueOfShape(text)).toBeUndefined(),
  );

  it('finds nothing in what a screen writes, and never throws on noise', () => {
    fc.assert(fc.property(fc.json({ maxDepth: 5 }), (text) => issueOfShape(text) === undefined));
    const noise = fc.array(fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', 'a', '\\u00'));
    fc.assert(fc.property(noise, (parts) => (issueOfShape(parts.join('')), true)));
  });

  // A reader whose time grows with the square of the text takes hours for these.
  it('is read in time that grows with the text alone', { timeout: 60_000 }, () => {
    issueOfShape(`["${'\\\\'.repeat(2_000_000)}"]`);
    issueOfShape(`["${'\\"'.repeat(2_000_000)}"]`);
    expect(issueOfShape('{'.repeat(4_000_000))).toBe('too_deep');
  });
});
