import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const project = fileURLToPath(new URL('../../..', import.meta.url));
const sheets = ['web/src', 'packages/ui/src'].flatMap((folder) =>
  readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .map((file) => `${folder}/${file}`),
);

const PHYSICAL = [
  /(?:^|[\s;{])(?:margin|padding|border|inset|scroll-margin|scroll-padding)-(?:left|right|top|bottom)\b/,
  /(?:^|[\s;{])(?:left|right|top|bottom)\s*:/,
  /(?:^|[\s;{])(?:width|height|min-width|min-height|max-width|max-height)\s*:/,
  /text-align\s*:\s*(?:left|right)/,
  /float\s*:\s*(?:left|right)/,
  /border-(?:top|bottom)-(?:left|right)-radius/,
];

/** Four values whose second and fourth differ speak of left and right. */
function isLopsided(declaration: string): boolean {
  const match = /^(?:margin|padding|inset|border-width)\s*:\s*([^;]+)$/.exec(declaration.trim());
  const values = match?.[1]?.split(/\s+(?![^(]*\))/) ?? [];
  return values.length === 4 && values[1] !== values[3];
}

/** Declarations that know left from right; media conditions are not declarations. */
export function physicalIn(css: string): string[] {
  const bare = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/@media[^{]*\{/g, '{');
  return bare
    .split(/[;{}]/)
    .map((part) => part.trim())
    .filter((part) => PHYSICAL.some((pattern) => pattern.test(` ${part}`)) || isLopsided(part));
}

describe('style sheets', () => {
  it.each(sheets)('%s is written for both directions', (sheet) => {
    expect(physicalIn(readFileSync(join(project, sheet), 'utf8'))).toEqual([]);
  });

  it.each(sheets)('%s stays inside a layer', (sheet) => {
    const css = readFileSync(join(project, sheet), 'utf8')
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .trim();
    expect(css).toMatch(/^@layer (primereact|app)/);
  });

  it('are checked by a rule that can fail', () => {
    expect(physicalIn('a{margin-left:1px}b{padding:1px 2px 3px 4px}c{left:0}')).toHaveLength(3);
    expect(
      physicalIn('@media (max-width: 10px){a{margin-inline-start:1px;padding:1px 2px 3px 2px}}'),
    ).toEqual([]);
  });
});
