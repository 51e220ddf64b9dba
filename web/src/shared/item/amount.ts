import { currencyDigits, readAmount as readMinor } from '@atelier/domain/shared/amount.ts';
import { useTranslation } from 'react-i18next';

/** A typed amount in minor units of its currency, or null when it is none or can be read in two ways. */
export const readAmount = (typed: string, currency: string): number | null =>
  readMinor(typed, currency).units ?? null;

/** Why a typed amount is none: in the words of the field, or that it can be read in two ways; undefined where it is one. */
export function useAmountIssue(currency: string): (typed: string, invalid: string) => string | undefined {
  const { t } = useTranslation('terms');
  return (typed, invalid) => {
    const { issue } = { issue: undefined, ...readMinor(typed, currency) };
    if (issue === undefined) return undefined;
    return issue === 'invalid' ? invalid : t('amountAmbiguous');
  };
}

/** The amount as one types it in this language: no currency, no grouping. */
export function writeAmount(minor: number, currency: string, language: string): string {
  const digits = currencyDigits(currency);
  const locale = language === 'ar' ? 'ar-u-nu-latn' : language;
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  }).format(minor / 10 ** digits);
}
