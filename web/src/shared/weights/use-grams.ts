import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Keeps a sign before its number where text runs from the right. */
const LEFT_TO_RIGHT = '\u200e';

/** Milligrams as grams with all three decimals, and months by their names, in the screen's language. */
export function useGrams() {
  const { language } = useTranslation().i18n;
  return useMemo(() => {
    const locale = language === 'ar' ? 'ar-u-nu-latn' : language;
    const digits = { minimumFractionDigits: 3, maximumFractionDigits: 3 };
    const plain = new Intl.NumberFormat(locale, digits);
    const withSign = new Intl.NumberFormat(locale, { ...digits, signDisplay: 'exceptZero' });
    const name = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' });
    return {
      grams: (mg: number) => plain.format(mg / 1_000),
      /** With a true minus: what is missing stands out. */
      signed: (mg: number) => `${LEFT_TO_RIGHT}${withSign.format(mg / 1_000).replace('-', '−')}`,
      month: (month: string) => name.format(new Date(`${month}-15T12:00:00Z`)),
    };
  }, [language]);
}
