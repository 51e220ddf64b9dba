/** Arabic with Latin digits, so that a number on screen is the number on the label; English as the world outside America writes dates. */
const LOCALES: Record<string, string> = { ar: 'ar-u-nu-latn-ca-gregory', en: 'en-GB' };
const localeFor = (language: string) => LOCALES[language] ?? language;

const formatters = new Map<string, unknown>();

function cached<T>(key: string, make: () => T): T {
  const known = formatters.get(key) as T | undefined;
  if (known !== undefined) return known;
  const made = make();
  formatters.set(key, made);
  return made;
}

const DATE: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' };
const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface Formats {
  number: (value: number) => string;
  /** 0.041 → `4%`, or `4.1%` with one digit. */
  percent: (value: number, digits?: number) => string;
  /** `minor` units of an ISO 4217 currency: 4000 EUR is 40.00. */
  money: (minor: number, currency: string) => string;
  date: (iso: string | Date) => string;
  /** `14 November`: a day of this year, in words. */
  day: (iso: string | Date) => string;
  /** `24 Nov`: where a column is narrow and the year is plain. */
  dayShort: (iso: string | Date) => string;
  /** `Thursday 26 November`. */
  weekday: (iso: string | Date) => string;
  time: (iso: string | Date, withSeconds?: boolean) => string;
  dateTime: (iso: string | Date) => string;
  /** For the customer: long month, time and the word UTC. */
  dateTimeUtc: (iso: string | Date) => string;
  /** An age, narrow: `40m`, `22h`, `9d`; whole units, rounded down. */
  age: (ms: number) => string;
  /** The same in full words, for those who hear it. */
  ageLong: (ms: number) => string;
  /** `34 seconds`, then as `ageLong`: of what is measured in seconds. */
  span: (ms: number) => string;
  /** `34 seconds ago`. */
  ago: (ms: number) => string;
  list: (items: readonly string[]) => string;
  country: (code: string) => string;
  currencyDigits: (currency: string) => number;
}

/** How many minor units make one of a currency, as a power of ten: EUR 2, JPY 0. */
export const currencyDigits = (currency: string): number =>
  cached(
    `digits/${currency}`,
    () =>
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
      2,
  );

const ageUnit = (ms: number): [number, 'minute' | 'hour' | 'day'] => {
  const span = Math.max(0, ms);
  if (span < HOUR) return [Math.floor(span / MINUTE), 'minute'];
  if (span < 2 * DAY) return [Math.floor(span / HOUR), 'hour'];
  return [Math.floor(span / DAY), 'day'];
};

/** The same from seconds on. */
const spanUnit = (ms: number): [number, 'second' | 'minute' | 'hour' | 'day'] =>
  ms < MINUTE ? [Math.max(0, Math.floor(ms / SECOND)), 'second'] : ageUnit(ms);

/** `JP¥` in an Arabic line would turn into `¥JP`: the sign after Latin letters stays after them. */
const inOrder = (symbol: string, locale: string): string =>
  locale.startsWith('ar') && /\p{Script=Latin}/u.test(symbol) ? `\u2066${symbol}\u2069` : symbol;

/** `2026-11-28`: a day of the calendar, the same in every zone. JavaScript reads it as midnight in UTC. */
const isBareDay = (iso: string | Date): boolean => typeof iso === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(iso);

/** All formats of one language; `timeZone` is the store's for staff (product/screens.md §3), the device's when not given. */
export function formatsFor(language: string, timeZone?: string): Formats {
  const locale = localeFor(language);
  // A moment that is none (an empty field of an old record) is shown as nothing, never as a broken screen.
  const at = (name: string, options: Intl.DateTimeFormatOptions) => (iso: string | Date) => {
    const moment = new Date(iso);
    if (Number.isNaN(moment.getTime())) return '';
    const own = isBareDay(iso) ? 'UTC' : timeZone;
    return cached(
      `${locale}/${name}/${own}`,
      () => new Intl.DateTimeFormat(locale, { ...(own !== undefined && { timeZone: own }), ...options }),
    ).format(moment);
  };
  const unit =
    (unitDisplay: 'narrow' | 'short' | 'long', unitOf = ageUnit as typeof spanUnit) =>
    (ms: number) => {
      const [count, name] = unitOf(ms);
      return cached(
        `${locale}/${name}/${unitDisplay}`,
        () => new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay }),
      ).format(count);
    };
  return {
    number: (value) => cached(`${locale}/n`, () => new Intl.NumberFormat(locale)).format(value),
    percent: (value, digits = 0) =>
      cached(
        `${locale}/%${digits}`,
        () => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: digits }),
      ).format(value),
    // Without a currency the amount was not for the reader's eyes.
    money: (minor, currency) =>
      currency === ''
        ? '–'
        : cached(
            `${locale}/${currency}`,
            () => new Intl.NumberFormat(locale, { style: 'currency', currency }),
          )
            .formatToParts(minor / 10 ** currencyDigits(currency))
            .map(({ type, value }) => (type === 'currency' ? inOrder(value, locale) : value))
            .join(''),
    date: at('date', DATE),
    day: at('day', { day: 'numeric', month: 'long' }),
    dayShort: at('dayShort', { day: 'numeric', month: 'short' }),
    weekday: at('weekday', { weekday: 'long', day: 'numeric', month: 'long' }),
    time: (iso, withSeconds = false) =>
      withSeconds ? at('seconds', { ...TIME, second: '2-digit' })(iso) : at('time', TIME)(iso),
    dateTime: at('dateTime', { ...DATE, ...TIME }),
    dateTimeUtc: at('utc', {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      ...TIME,
      timeZone: 'UTC',
      timeZoneName: 'short',
    }),
    // Japanese narrow is Latin letters; its short form is as short.
    age: unit(language === 'ja' ? 'short' : 'narrow'),
    ageLong: unit('long'),
    span: unit('long', spanUnit),
    ago: (ms) => {
      const [count, name] = spanUnit(ms);
      return cached(`${locale}/ago`, () => new Intl.RelativeTimeFormat(locale)).format(-count, name);
    },
    list: (items) =>
      cached(
        `${locale}/list`,
        () => new Intl.ListFormat(locale, { style: 'long', type: 'conjunction' }),
      ).format(items),
    country: (code) =>
      cached(`${locale}/region`, () => new Intl.DisplayNames(locale, { type: 'region' })).of(code) ?? code,
    currencyDigits,
  };
}
