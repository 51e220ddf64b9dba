import { z } from 'zod';
import { envelope, requiredText, text, wireId } from '../contract/envelope.ts';
import { subReasonView } from './contract.ts';
import type { TranslatedText } from './translated-text.ts';

const NAME_LENGTH = 120;
const DESCRIPTION_LENGTH = 500;

/** Names in other languages than English; '' where English is to be shown. */
const otherLanguages = (max: number) =>
  z
    .strictObject({
      en: text(max),
      'zh-CN': text(max),
      'zh-TW': text(max),
      fr: text(max),
      es: text(max),
      ja: text(max),
      ar: text(max),
    })
    .partial();

/**
 * `POST /system/subreason/create_or_update` (product/reference.md §2): without `id` a new one. Name and description are the
 * English ones; `names` and `descriptions` may add other languages. What is left out of an existing one stays.
 */
export const saveSubReasonBody = z.strictObject({
  id: wireId.optional(),
  rma_reason_id: wireId,
  name: requiredText(NAME_LENGTH),
  names: otherLanguages(NAME_LENGTH).optional(),
  description: text(DESCRIPTION_LENGTH).optional(),
  descriptions: otherLanguages(DESCRIPTION_LENGTH).optional(),
  sort: z.coerce.number().int().min(0).max(9999).optional(),
  IsActive: z.boolean().optional(),
  is_under_warranty: z.boolean().optional(),
});
export type SaveSubReasonBody = z.infer<typeof saveSubReasonBody>;
export const saveSubReasonAnswer = envelope(subReasonView);

/** `POST /system/reason/switch`: offered for new items, or no more. */
export const switchReasonBody = z.strictObject({ id: wireId, IsActive: z.boolean() });

const NOTHING: TranslatedText = { en: '', 'zh-CN': '', 'zh-TW': '', fr: '', es: '', ja: '', ar: '' };

/** A text in all languages: what was there, what is said in others, and the English one. */
export function mergedText(
  before: TranslatedText | undefined,
  others: Partial<TranslatedText> | undefined,
  english: string | undefined,
): TranslatedText {
  const merged = { ...NOTHING, ...before, ...others };
  return english === undefined ? merged : { ...merged, en: english };
}
