import type { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { loadChunk } from '../../../lib/chunks/lazy-chunk.ts';

interface Phones {
  readonly parsePhoneNumberFromString: typeof parsePhoneNumberFromString;
}

let phones: Phones | undefined;

/** The numbering plans of the world are large: they come with the form's first look, not with the shell. */
export async function loadPhones(): Promise<void> {
  phones ??= await loadChunk(() => import('libphonenumber-js/max'));
}

const INTERNATIONAL = /^\s*[+＋]/;

/**
 * Full validation with the country code, as the server does it: with the country's own code in front as well, without
 * an extension. Before the plans have loaded nothing is refused here.
 */
export function isValidPhone(code: string, phone: string): boolean {
  if (phones === undefined) return true;
  const dial = code.replace(/^\+?/, '+');
  const parsed = phones.parsePhoneNumberFromString(INTERNATIONAL.test(phone) ? phone : `${dial}${phone}`);
  const isOurs = parsed?.isValid() === true && parsed.ext === undefined;
  return isOurs && `+${parsed.countryCallingCode}` === dial;
}
