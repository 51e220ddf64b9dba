import { describe, expect, test } from 'vitest';
import { findDeadCitations } from './citations.ts';
import type { SourceFile } from './sources.ts';

const file = (path: string, text: string): SourceFile => ({ path, text });

const HELD = [
  file('docs/product/shipping.md', '# Shipping\n\n## 1. Packages\n\ntext\n\n## 2. Kinds\n'),
  file('docs/decisions/0065-one-document.md', ''),
  file('packages/domain/src/shipping/send.test.ts', ''),
];

const dead = (text: string, path = 'packages/domain/src/shipping/send.ts'): string[] =>
  findDeadCitations([...HELD, file(path, text)], (target) => HELD.some((held) => held.path === target)).map(
    ({ message }) => message,
  );

describe('citations', () => {
  test.each([
    ['// as product/shipping.md §1 says', []],
    ['// product/shipping.md §1, §2 and decisions/0065', []],
    ['// (product/shipping.md)', []],
    ['// product/shipping.md §3', ['product/shipping.md has no §3']],
    ['// product/shipping.md §1, §7', ['product/shipping.md has no §7']],
    ['// product/packing.md §1', ['product/packing.md is no page of docs/product']],
    ['// docs/decisions/0099', ['decisions/0099 is no decision record']],
    ['// docs/gone.md says so', ['docs/gone.md is not there']],
  ])('%s', (text, expected) => {
    expect(dead(text)).toEqual(expected);
  });

  test.each([
    '/** Sends what is bound (product.md §11). */',
    '/** Names (product §1). */',
    "/** The specification's own words. */",
    '/** specification §7 */',
    '// design/reliability.md',
    '// reliability.md says so',
    '// architecture.md "Live"',
    "describe('idempotency (R2)', () => {});",
    "describe('S8: an erased customer', () => {});",
    '/** S1: every route */',
    '// R9 and R10 of the promises',
    '/** Issue 4, "Must show": a package */',
  ])('refuses what the repository does not hold: %s', (text) => {
    expect(dead(text)).toContainEqual(expect.stringMatching(/^line 1 cites /));
  });

  test.each([
    "const serial = 'S1'; const number = `S9-R1`;",
    'const chosen = await vitest.globTestSpecifications();',
    'const path = "M3 4v5h18R2 4";',
  ])('leaves other words alone: %s', (text) => {
    expect(dead(text)).toEqual([]);
  });

  test('names the line', () => {
    expect(dead('const a = 1;\n\n// see product.md §3\n')).toEqual([expect.stringContaining('line 3')]);
  });

  test('follows the links of documents', () => {
    expect(dead('[a](product/shipping.md#x) [b](https://x.test) [c](#here)', 'docs/a.md')).toEqual([]);
    expect(dead('[a](../gone.md)', 'docs/product/a.md')).toEqual(['links to ../gone.md, which is not there']);
  });

  test('follows the paths that documents name, whole or begun', () => {
    const held = '`packages/domain/src/shipping/send.test.ts`, `packages/domain/src`, `docs/decisions/0065`';
    expect(dead(`${held}, \`packages/<name>/src\``, 'docs/a.md')).toEqual([]);
    expect(dead('`packages/gone/src`', 'docs/a.md')).toEqual(['names packages/gone/src, which is not there']);
  });

  test('looks into the pages themselves: own sections, other pages’ sections, test files', () => {
    const page = '## 1. One\n\n§1, ([shipping](shipping.md) §2), `send.test.ts`\n';
    expect(dead(page, 'docs/product/one.md')).toEqual([]);
    const broken = '## 1. One\n\n§2, ([shipping](shipping.md) §3), `gone.test.ts`\n';
    expect(dead(broken, 'docs/product/one.md')).toEqual([
      'product/one.md has no §2',
      'product/shipping.md has no §3',
      'names gone.test.ts, which is no file',
    ]);
  });

  test('reads migrations like every other file', () => {
    const comment = "comment on table a is 'Kept (product.md §11).';";
    expect(dead(comment, 'migrations/0001_roles_and_schemas.sql')).toHaveLength(1);
    expect(dead(comment, 'migrations/schema.sql')).toHaveLength(1);
  });
});
