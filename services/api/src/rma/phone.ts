import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

const INTERNATIONAL = /^\s*[+＋]/;

/**
 * A number as people type it (digits of any script, with the zero of home, with its own country code) as it is dialled
 * behind the country code; null when it is none of that country, or has an extension that would be lost.
 */
export function nationalNumber(phoneCode: string, phone: string): string | null {
  const code = phoneCode.replace(/^\+?/, '+');
  const parsed = parsePhoneNumberFromString(INTERNATIONAL.test(phone) ? phone : `${code}${phone}`);
  const isOurs = parsed?.isValid() === true && parsed.ext === undefined;
  return isOurs && `+${parsed.countryCallingCode}` === code ? parsed.nationalNumber : null;
}

/** Full validation with the country code (product/deposit.md §5). */
export const isValidPhone = (phoneCode: string, phone: string): boolean =>
  nationalNumber(phoneCode, phone) !== null;
