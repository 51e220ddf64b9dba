import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { REFERENCE_LANGUAGES } from '@atelier/domain/shared/languages.ts';
import { FEE_CONDITIONS_VERSION } from '@atelier/domain/repair/item/fee-link-contract.ts';

const locales = join(import.meta.dirname, '..', '..', 'packages', 'contracts', 'src', 'locales');
const conditionsIn = (language: string): unknown => {
  const texts: { conditions?: unknown } = JSON.parse(
    readFileSync(join(locales, language, 'fee.json'), 'utf8'),
  );
  return texts.conditions;
};

it('the words that are signed for change with their version (product/repair.md §12.1)', () => {
  const words = JSON.stringify(REFERENCE_LANGUAGES.map(conditionsIn));
  const digest = createHash('sha256').update(words).digest('hex').slice(0, 16);
  // Other words? Give FEE_CONDITIONS_VERSION a new value, and write both here.
  expect([FEE_CONDITIONS_VERSION, digest]).toEqual(['2026-11-27', '1b696ad9bc26b0b3']);
});
