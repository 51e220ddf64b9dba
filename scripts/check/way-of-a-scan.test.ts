import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '@atelier/host/files.ts';

const document = readFileSync(join(projectRoot, 'docs/ARCHITECTURE.md'), 'utf8');
const between = (from: string, to: string): string =>
  document.slice(document.indexOf(from), document.indexOf(to));
const response = between('### From the key press', '### From the append');
// Ends at the card that paints: what follows is the way of lists.
const screen = between('### From the append', 'Every board and list caches ids only.');

const filesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/`([\w./-]+\.(?:tsx?|sql))`/g)].map(([, name]) => name ?? '')),
];
const isThere = (name: string): boolean =>
  existsSync(join(projectRoot, name)) ||
  globSync(`{web,services,packages}/**/src/**/${name}`, { cwd: projectRoot }).length > 0;

// What a reader needs, not what the document can do without: files that paint the answer count too.
test.each([
  ['to the response', response, 33],
  ['further, to another screen', screen, 17],
])('one scan is followed %s through few files, all of which are there', (_, text, most) => {
  const files = filesIn(text);
  expect(files.length).toBeGreaterThan(10);
  expect(files.length).toBeLessThanOrEqual(most);
  expect(files.filter((name) => !isThere(name))).toEqual([]);
});
