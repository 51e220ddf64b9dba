import { flaw } from '@atelier/domain/rma/deposit-flaws.ts';
import type { DepositFlaw } from '@atelier/domain/rma/deposit-flaws.ts';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Full validation with the country code (specification §5, product.md §8). */
export function phoneFlaws(phoneCode: string, phone: string): readonly DepositFlaw[] {
  const code = phoneCode.replace(/^\+?/, '+');
  return flaw(parsePhoneNumberFromString(`${code}${phone}`)?.isValid() !== true, 'phone', 'invalid_phone');
}
