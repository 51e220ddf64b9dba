import { z } from 'zod';
import { envelope, requiredText, text, wireId } from '../contract/schema.ts';
import { subReasonView } from './schema.ts';
import {
  DESCRIPTION_LENGTH,
  NAME_LENGTH,
  LAST_SUB_REASON_PLACE,
} from '@atelier/domain/reference/contract.ts';

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
  sort: z.coerce.number().int().min(0).max(LAST_SUB_REASON_PLACE).optional(),
  IsActive: z.boolean().optional(),
  is_under_warranty: z.boolean().optional(),
});
export type SaveSubReasonBody = z.infer<typeof saveSubReasonBody>;
export const saveSubReasonResponse = envelope(subReasonView);

/** `POST /system/reason/switch`: offered for new items, or no more. */
export const switchReasonBody = z.strictObject({ id: wireId, IsActive: z.boolean() });
