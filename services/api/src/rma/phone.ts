import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { badField } from '../errors.ts';

/** Full validation with the country code (specification §5, product.md §8). */
export function refuseBadPhone(phoneCode: string, phone: string): void {
  const code = phoneCode.replace(/^\+?/, '+');
  if (parsePhoneNumberFromString(`${code}${phone}`)?.isValid() === true) return;
  throw badField(
    'phone',
    'invalid_phone',
    'Incorrect phone number format (modify it in the CRM and try again)',
  );
}
