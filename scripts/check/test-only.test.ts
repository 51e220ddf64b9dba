import { describe, expect, test } from 'vitest';
import { testOnly } from './exceptions.ts';
import { readSources } from './sources.ts';
import { findTestOnlyExports } from './test-only.ts';

const RULE = 'packages/domain/src/deposit/rule.ts';
const TEST = { 'packages/domain/src/deposit/rule.test.ts': `import { limit } from './rule.ts';` };

const findingsIn = (texts: Readonly<Record<string, string>>, listed: readonly string[] = []): string[] =>
  findTestOnlyExports(
    Object.entries(texts).map(([path, text]) => ({ path, text })),
    listed.map((name) => ({ path: RULE, name, reason: 'said' })),
  ).map(({ path, message }) => `${path}: ${message}`);

describe('code for tests only', () => {
  test.each([
    'export const limit = 3;',
    'export function limit() { return 3; }',
    'export class limit {}',
    'export interface limit { readonly most: number }',
    'export const { limit } = table;',
    'const most = 3; export { most as limit };',
    `export { limit } from './other.ts';`,
  ])('refuses what only a test imports: %s', (text) => {
    expect(findingsIn({ [RULE]: text, ...TEST })).toEqual([
      `${RULE}: exports limit, which at most tests import`,
    ]);
  });

  test.each([
    `import { limit } from '@atelier/domain/deposit/rule.ts';`,
    `import { limit as most } from '@atelier/domain/deposit/rule.ts';`,
    `import type { limit } from '@atelier/domain/deposit/rule.ts';`,
    `import * as rule from '@atelier/domain/deposit/rule.ts';`,
    `export * from '@atelier/domain/deposit/rule.ts';`,
    `const rule = await import('@atelier/domain/deposit/rule.ts');`,
    `let rule: typeof import('@atelier/domain/deposit/rule.ts');`,
  ])('passes what the product imports: %s', (text) => {
    expect(
      findingsIn({ [RULE]: 'export const limit = 3;', 'services/api/src/deposit/routes.ts': text }),
    ).toEqual([]);
  });

  test('passes what its own file uses, whatever stands in strings and comments', () => {
    const used = `export const limit = 3;\nconst any = 'image/*';\nexport default [limit];`;
    const caller = `import rule from '@atelier/domain/deposit/rule.ts';`;
    expect(findingsIn({ [RULE]: used, ...TEST, 'services/api/src/deposit/routes.ts': caller })).toEqual([]);
    const said = `/* limit */ export const limit = 'limit';`;
    expect(findingsIn({ [RULE]: said, ...TEST })).toHaveLength(1);
  });

  test('refuses what only a helper of tests imports', () => {
    const helper = { 'packages/domain/src/deposit/testing-rule.ts': `export { limit } from './rule.ts';` };
    expect(findingsIn({ [RULE]: 'export const limit = 3;', ...helper })).toHaveLength(1);
  });

  test('passes what is listed, until it has a caller or is gone', () => {
    expect(findingsIn({ [RULE]: 'export const limit = 3;' }, ['limit'])).toEqual([]);
    expect(findingsIn({ [RULE]: '' }, ['limit'])).toEqual([
      `${RULE}: limit is listed in exceptions.ts and need not be`,
    ]);
  });

  test('finds an export planted in the project, and nothing else', () => {
    const planted = { path: 'packages/domain/src/planted.ts', text: 'export const planted = 1;' };
    const found = findTestOnlyExports([...readSources(), planted], testOnly);
    expect(found.map(({ path }) => path)).toEqual([planted.path]);
  });
});
