import { phoneSpellings } from '@atelier/domain/contract/codes.ts';
import type { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { loadChunk } from '@atelier/ui/chunks/lazy-chunk.ts';

interface Phones {
  readonly parsePhoneNumberFromString: typeof parsePhoneNumberFromString;
}

let phones: Phones | undefined;

/** The numbering plans of the world are large: they come with the form's first look, not with the shell. */
export async function loadPhones(): Promise<void> {
  phones ??= await loadChunk(() => import('libphonenumber-js/max'));
}

/**
 * Full validation with the country code, as the server does it, without an extension. Before the plans have loaded
 * every number passes here.
 */
export function isValidPhone(code: string, phone: string): boolean {
  if (phones === undefined) return true;
  const { parsePhoneNumberFromString } = phones;
  const dial = code.replace(/^\+?/, '+');
  return phoneSpellings(dial, phone).some((spelling) => {
    const parsed = parsePhoneNumberFromString(spelling);
    const isOurs = parsed?.isValid() === true && parsed.ext === undefined;
    return isOurs && `+${parsed.countryCallingCode}` === dial;
  });
}
