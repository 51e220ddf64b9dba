import { describe, expect, it } from 'vitest';
import { findCitedCommits, findCommitMessages, findForeignWords } from './plain-words.ts';

const file = (path: string, text: string) => ({ path, text });

describe('foreign words', () => {
  it('are counted in comments, test titles and documents by area', () => {
    const files = [
      file('web/src/a.ts', "// nobody\nconst nobody = '';"),
      file('web/src/a.test.ts', "it('tells whoever waits', () => {});"),
      file('CONTRIBUTING.md', 'built anew'),
    ];
    expect(findForeignWords(files, {}).map(({ path, message }) => [path, message.split(' of ')[0]])).toEqual([
      ['web/src', 'has 2'],
      ['CONTRIBUTING.md', 'has 1'],
    ]);
  });

  it('are refused where the list allows more than there are', () => {
    expect(findForeignWords([], { 'web/src': 2 })[0]?.message).toContain('lower the number');
  });

  it('may stay in migrations and in code itself', () => {
    const files = [file('migrations/0001.sql', '-- nobody'), file('web/src/b.ts', "say('nobody');")];
    expect(findForeignWords(files, {})).toEqual([]);
  });
});

describe('commits', () => {
  it('are not cited in documents', () => {
    expect(findCitedCommits([file('CONTRIBUTING.md', 'since `9509bb7`, not `1000000`')])).toHaveLength(1);
  });

  it('have a short subject and a body', () => {
    const log = `a1\u0000${'x'.repeat(73)}\u0000why\u0001\nb2\u0000fix: it\u0000\u0001\nc3\u0000fix: this\u0000why\u0001`;
    expect(findCommitMessages(log).map(({ path }) => path.slice(0, 2))).toEqual(['a1', 'b2']);
  });
});
