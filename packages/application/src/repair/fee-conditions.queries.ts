import { textIn, type TranslatedText } from '@atelier/domain/contract/translated-text.ts';
import { FEE_CONDITIONS_VERSION } from '@atelier/domain/repair/item/fee-link-contract.ts';
import { type ReferenceLanguage, REFERENCE_LANGUAGES } from '@atelier/domain/shared/languages.ts';
import { createHash } from 'node:crypto';

/**
 * Names the conditions in force, in any language: words that change in one of them are other conditions. Configured ones are
 * found again by it in the history of the setting `fee_conditions`.
 */
export function feeConditionsVersion(configured: TranslatedText | null): string {
  if (configured === null) return FEE_CONDITIONS_VERSION;
  const words = REFERENCE_LANGUAGES.map((language) => configured[language]);
  return `own-${createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 12)}`;
}

/** Configured conditions one by one; null where the page's own hold. */
export function feeConditionsIn(
  configured: TranslatedText | null,
  language: ReferenceLanguage,
): string[] | null {
  if (configured === null) return null;
  return textIn(configured, language)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
