import { z } from 'zod';
import type { TranslatedText } from '@atelier/domain/contract/translated-text.ts';

export const translatedText = z.object({
  en: z.string(),
  'zh-CN': z.string(),
  'zh-TW': z.string(),
  fr: z.string(),
  es: z.string(),
  ja: z.string(),
  ar: z.string(),
}) satisfies z.ZodType<TranslatedText>;
