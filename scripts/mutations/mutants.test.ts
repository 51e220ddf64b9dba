import { describe, expect, it } from 'vitest';
import { applyMutant, membersOf, mutantsOf } from './mutants.ts';
import { relatedTests } from './related-tests.ts';
import { drawSample } from './sample.ts';
import { parse } from '../lib/syntax.ts';

function changesOf(text: string): string[] {
  const program = parse(text);
  return mutantsOf('a.ts', text, program, membersOf([program])).map((mutant) => applyMutant(text, mutant));
}

describe('the changes of a text', () => {
  it.each([
    ['a < b;', ['a <= b;']],
    ['a === b;', ['a !== b;']],
    ['a && b;', ['a || b;']],
    ['!a;', ['a;']],
    ['a - 1;', ['a + 1;', 'a - 0;', 'a - 2;']],
    ['f(true);', ['f(false);']],
    ['a ? b : c;', ['!(a) ? b : c;']],
    ["a === 'x' || a === 'y';", expect.arrayContaining(["a === 'y' || a === 'y';"])],
    [
      'a = Status.Taken; b = Status.Closed;',
      expect.arrayContaining(['a = Status.Closed; b = Status.Closed;']),
    ],
    ['function f() { if (a) return; g(); }', expect.arrayContaining(['function f() { ; g(); }'])],
  ])('%s', (text, changes) => {
    expect(changesOf(text)).toEqual(changes);
  });

  it.each(["import { a } from 'b';", "type A = 'a' | 1;", 'const a: 1 | 2 = b;', "f('a sentence');"])(
    'leaves what cannot run, or is text for people: %s',
    (text) => {
      expect(changesOf(text)).toEqual([]);
    },
  );

  it('names the line and what stood there', () => {
    const text = 'f();\nconst a = 1;\n';
    expect(mutantsOf('a.ts', text, parse(text), new Map())[0]).toMatchObject({
      line: 2,
      before: '1',
      after: '0',
    });
  });
});

describe('a sample', () => {
  const list = Array.from({ length: 1000 }, (_, index) => index);

  it('is the same for the same seed, and another for another', () => {
    expect(drawSample(list, 50, 7)).toEqual(drawSample(list, 50, 7));
    expect(drawSample(list, 50, 7)).not.toEqual(drawSample(list, 50, 8));
  });

  it('has no change twice, and all of them when they are fewer', () => {
    expect(new Set(drawSample(list, 2000, 1))).toEqual(new Set(list));
  });
});

describe('the tests that a change can reach', () => {
  const programs = new Map(
    Object.entries({
      'a/rule.ts': 'export const rule = 1;',
      'a/user.ts': "export { rule } from './rule.ts';",
      'b/user.test.ts': "import { rule } from '../a/user.ts';",
      'b/types.test.ts': "import type { rule } from '../a/rule.ts';",
      'b/other.test.ts': "import { other } from '../a/other.ts';",
      'every.test.ts': 'for (const path of paths) await import(path);',
    }).map(([path, text]) => [path, parse(text)]),
  );

  it('import its file through others, or import whatever they find', () => {
    expect(relatedTests('a/rule.ts', programs)).toEqual(['b/user.test.ts', 'every.test.ts']);
  });
});
