import type { Outcome } from '@atelier/domain/shared/item-facts.ts';
import type { SiteRow } from '@atelier/application/reference/places.table.ts';
import { ARABIC } from './ar.ts';
import { ENGLISH } from './en.ts';
import { FRENCH } from './fr.ts';
import { JAPANESE } from './ja.ts';
import { SIMPLIFIED_CHINESE } from './zh-cn.ts';
import { SPANISH } from './es.ts';
import { TRADITIONAL_CHINESE } from './zh-tw.ts';

/** What people write in the demo, in the language of one place. No names and no numbers of persons. */
export interface Texts {
  readonly storeRemarks: readonly string[];
  readonly factoryRemarks: readonly string[];
  readonly waivers: readonly string[];
  readonly waiverRefused: string;
  readonly feeReduced: string;
  readonly renewReasons: readonly string[];
  readonly surveys: readonly string[];
  readonly cancellations: readonly string[];
  /** What a customer said on the phone, and the note when a call was not answered. */
  readonly answered: readonly string[];
  readonly unanswered: readonly string[];
  readonly disputes: readonly string[];
  readonly disputeSettled: string;
  readonly approvalHold: string;
  readonly reworks: readonly string[];
  readonly recalls: readonly string[];
  readonly broughtByHand: string;
  readonly packageTakenBack: string;
  readonly packageGivenUp: string;
  readonly outcomes: Readonly<Record<Exclude<Outcome, 'repaired'>, string>>;
}

const LANGUAGES = {
  en: ENGLISH,
  'zh-CN': SIMPLIFIED_CHINESE,
  'zh-TW': TRADITIONAL_CHINESE,
  fr: FRENCH,
  es: SPANISH,
  ja: JAPANESE,
  ar: ARABIC,
} as const;

export type Language = keyof typeof LANGUAGES;

const SPOKEN: Readonly<Record<string, Language>> = {
  FR: 'fr',
  ES: 'es',
  MX: 'es',
  JP: 'ja',
  CN: 'zh-CN',
  HK: 'zh-TW',
  TW: 'zh-TW',
  AE: 'ar',
};

/** The language that the people of a site write in; English where the product does not speak theirs. */
export const languageOf = (site: Pick<SiteRow, 'country'>): Language => SPOKEN[site.country] ?? 'en';

export const textsOf = (site: Pick<SiteRow, 'country'>): Texts => LANGUAGES[languageOf(site)];
