import type { ReferenceLanguage } from '../../shared/languages.ts';
import { EN } from './en.ts';
import { ZH_CN } from './zh-cn.ts';
import { ZH_TW } from './zh-tw.ts';
import { FR } from './fr.ts';
import { ES } from './es.ts';
import { JA } from './ja.ts';
import { AR } from './ar.ts';
import type { ExportWords } from './words.ts';

export const EXPORT_WORDS: Readonly<Record<ReferenceLanguage, ExportWords>> = {
  en: EN,
  'zh-CN': ZH_CN,
  'zh-TW': ZH_TW,
  fr: FR,
  es: ES,
  ja: JA,
  ar: AR,
};
