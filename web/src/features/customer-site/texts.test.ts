import { expect, it } from 'vitest';
import { LANGUAGES } from '../../lib/i18n/languages.ts';
import { loadCustomerTexts } from './texts.ts';

it.each(LANGUAGES)('finds the texts of every public page in $tag', async ({ tag }) => {
  for (const page of ['access', 'fee', 'proof'] as const) {
    const t = await loadCustomerTexts(tag, page);
    for (const key of ['lookup.title', `${page}.title`]) expect(t(key)).not.toBe(key);
  }
});
