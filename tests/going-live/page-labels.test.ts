import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '@atelier/host/files.ts';
import { IMPORT_SETS } from '@atelier/console/import-file.ts';
import { readPage } from './page-blocks.ts';

const english = globSync('packages/contracts/src/locales/en/*.json', { cwd: projectRoot }).map((path) =>
  readFileSync(join(projectRoot, path), 'utf8'),
);

it('names what the screens say in English', () => {
  const { labels } = readPage();
  expect(labels.length).toBeGreaterThan(5);
  for (const label of labels)
    expect([label, english.some((text) => text.includes(`: "${label}"`))]).toEqual([label, true]);
});

it('numbers its steps one after the other', () => {
  const { steps } = readPage();
  expect(steps).toEqual(steps.map((_, at) => at + 1));
});

it('names every set once, in its table of files', () => {
  const page = readFileSync(join(projectRoot, 'docs', 'going-live.md'), 'utf8');
  const table = page.slice(page.indexOf('| File '), page.indexOf('7. **'));
  const named = [...table.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  const sets = IMPORT_SETS.map(({ name }) => name);
  expect([new Set(named), named.length]).toEqual([new Set(sets), sets.length]);
});
