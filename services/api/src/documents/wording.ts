import type { Day, Money } from '@atelier/domain/kernel.ts';
import type { ReferenceLanguage } from '@atelier/domain/shared/languages.ts';
import { fillText, TEXTS, type Texts } from '@atelier/contracts/locales/texts.ts';

/** As the screens write them: Arabic with Latin digits, English as the world outside America writes dates. */
const LOCALES: Partial<Record<ReferenceLanguage, string>> = { ar: 'ar-u-nu-latn-ca-gregory', en: 'en-GB' };

/** The words and formats of one language. */
export interface Wording {
  readonly language: ReferenceLanguage;
  readonly texts: Texts['documents'];
  readonly terms: Texts['terms'];
  readonly values: Texts['values'];
  readonly customer: Texts['customer'];
  readonly bench: Texts['repair'];
  readonly number: (value: number) => string;
  /** Minor units without the currency sign, which has a separate column. */
  readonly amount: (minor: number, currency: string) => string;
  /** The same with the currency's code behind it. */
  readonly money: (money: Money) => string;
  /** Grams with two digits at most, and the unit. */
  readonly grams: (grams: number) => string;
  readonly country: (code: string) => string;
  /** A calendar day. */
  readonly day: (day: Day) => string;
  readonly moment: (iso: string, timeZone: string) => string;
  /** Beside each other, what is empty left out. */
  readonly list: (items: readonly string[]) => string;
}

const MOMENT: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
};

const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

export function wordingOf(language: ReferenceLanguage): Wording {
  const locale = LOCALES[language] ?? language;
  const { documents: texts, terms, values, customer, repair: bench } = TEXTS[language];
  const weights = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const regions = new Intl.DisplayNames(locale, { type: 'region' });
  const amount = (minor: number, currency: string): string => {
    const digits = digitsOf(currency);
    const format = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    return new Intl.NumberFormat(locale, format).format(minor / 10 ** digits);
  };
  return {
    language,
    texts,
    terms,
    values,
    customer,
    bench,
    number: (value) => new Intl.NumberFormat(locale).format(value),
    amount,
    money: ({ amount: minor, currency }) => `${amount(minor, currency)} ${currency}`,
    grams: (grams) => fillText(terms.grams, { value: weights.format(grams) }),
    country: (code) => (/^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code),
    day: (day) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day)),
    moment: (iso, timeZone) => new Intl.DateTimeFormat(locale, { ...MOMENT, timeZone }).format(new Date(iso)),
    list: (items) => items.filter((item) => item !== '').join(' · '),
  };
}
