import { isolate } from '@atelier/ui/text/isolate.ts';
import { directionOf, type Language } from '../../lib/i18n/languages.ts';

/** Staff never read them: where they lie is no part of their app's start. */
const files = import.meta.glob<Record<string, unknown>>(
  './*/{access,customer,fee,guide-customer,proof,sign}.json',
  {
    base: '../../../../packages/contracts/src/locales',
    import: 'default',
  },
);

/**
 * The customer's page needs a hundred words and no plurals, so it reads the same files without the staff's text engine:
 * 17 kB that a phone need not load.
 */
export type Translate = (key: string, values?: Record<string, string>) => string;

function lookUp(texts: unknown, key: string): string | undefined {
  let node: unknown = texts;
  for (const part of key.split('.')) {
    if (typeof node !== 'object' || node === null) return undefined;
    node = (node as Record<string, unknown>)[part];
  }
  return typeof node === 'string' ? node : undefined;
}

/** `t('sentence.3', { piece })` over one file's texts; a missing key shows itself. */
export const translateWith =
  (texts: Record<string, unknown>, language: Language): Translate =>
  (key, values = {}) =>
    (lookUp(texts, key) ?? key).replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
      isolate(values[name] ?? '', directionOf(language)),
    );

/** The public pages that have separate texts. */
export type PublicTexts = 'access' | 'fee' | 'guide' | 'proof' | 'sign';

const fileOf = (page: PublicTexts): string => (page === 'guide' ? 'guide-customer' : page);

/** The texts of the customer's page; with those of another public page under its name. */
export async function loadCustomerTexts(language: Language, page?: PublicTexts): Promise<Translate> {
  const [texts, others] = await Promise.all([
    files[`./${language}/customer.json`]?.(),
    page && files[`./${language}/${fileOf(page)}.json`]?.(),
  ]);
  return translateWith({ ...texts, ...(page && { [page]: others }) }, language);
}
