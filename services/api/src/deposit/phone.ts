import { phoneSpellings } from '@atelier/domain/contract/codes.ts';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/**
 * A number as people type it (`phoneSpellings`) as it is dialled behind the country code; null when it is none of that
 * country, or has an extension that would be lost.
 */
export function nationalNumber(phoneCode: string, phone: string): string | null {
  const code = phoneCode.replace(/^\+?/, '+');
  for (const spelling of phoneSpellings(code, phone)) {
    const parsed = parsePhoneNumberFromString(spelling);
    const isOurs = parsed?.isValid() === true && parsed.ext === undefined;
    if (isOurs && `+${parsed.countryCallingCode}` === code) return parsed.nationalNumber;
  }
  return null;
}

/** Full validation with the country code (product/deposit.md §5). */
export const isValidPhone = (phoneCode: string, phone: string): boolean =>
  nationalNumber(phoneCode, phone) !== null;
