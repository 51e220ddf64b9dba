import type { TranslatedText } from '@atelier/domain/contract/translated-text.ts';

/** One text in the seven languages, in the order of product/reference.md §6: en, zh-CN, zh-TW, fr, es, ja, ar. */
export type Seven = readonly [string, string, string, string, string, string, string];

export const translated = ([en, zhCn, zhTw, fr, es, ja, ar]: Seven): TranslatedText => ({
  en,
  'zh-CN': zhCn,
  'zh-TW': zhTw,
  fr,
  es,
  ja,
  ar,
});
