import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const source = join(import.meta.dirname, '..', '..', 'packages', 'domain', 'src');
const paths = globSync('**/*.ts', { cwd: source })
  .filter((path) => !/\.test\.ts$|testing/.test(path))
  .toSorted();

/** The lists of words that a file exports: statuses, codes, kinds, names of columns. */
async function listsOf(path: string): Promise<[string, readonly unknown[]][]> {
  const exported: Record<string, unknown> = await import(join(source, path));
  return Object.entries(exported).flatMap(([name, value]) =>
    Array.isArray(value) && value.every((each) => typeof each === 'string')
      ? [[`${path} ${name}`, value]]
      : [],
  );
}

describe('a closed list of words', () => {
  it('names each member once', async () => {
    const lists = (await Promise.all(paths.map(listsOf))).flat();
    const doubled = lists.filter(([, words]) => new Set(words).size < words.length);
    expect(doubled).toEqual([]);
    expect(lists.length).toBeGreaterThan(50);
  });
});
