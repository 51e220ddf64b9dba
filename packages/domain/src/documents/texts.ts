import type { ReferenceLanguage } from '../shared/languages.ts';
import { AR } from './texts/ar.ts';
import { EN } from './texts/en.ts';
import type { PaperTexts } from './texts/en.ts';
import { ES } from './texts/es.ts';
import { FR } from './texts/fr.ts';
import { JA } from './texts/ja.ts';
import { ZH_CN } from './texts/zh-CN.ts';
import { ZH_TW } from './texts/zh-TW.ts';

export type { PaperTexts } from './texts/en.ts';

/** What papers say, in the seven languages: here and not among the screens' texts, since the server draws them. */
export const PAPER_TEXTS: Readonly<Record<ReferenceLanguage, PaperTexts>> = {
  en: EN,
  'zh-CN': ZH_CN,
  'zh-TW': ZH_TW,
  fr: FR,
  es: ES,
  ja: JA,
  ar: AR,
};

/** A text with its `{places}` filled in; what is not given stays empty. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}
