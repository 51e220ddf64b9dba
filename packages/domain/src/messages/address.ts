import { cleanEmail, emailKey, phoneKeys } from '../contract/codes.ts';
import type { Contact } from '../deposit/events.ts';

/** The two ways to a person; every phone channel goes to the same number. */
export const ADDRESS_WAYS = ['email', 'phone'] as const;
export type AddressWay = (typeof ADDRESS_WAYS)[number];

/** What each way of a contact is compared by; '' where there is none. */
export const addressKeys = ({
  email,
  phoneCode,
  phone,
}: Pick<Contact, 'email' | 'phoneCode' | 'phone'>): Readonly<Record<AddressWay, string>> => ({
  email: emailKey(cleanEmail(email) ?? ''),
  // The last of the keys has no zero of home behind the country's code.
  phone: phone.trim() === '' ? '' : (phoneKeys(`+${phoneCode.replaceAll('+', '')} ${phone}`).at(-1) ?? ''),
});
