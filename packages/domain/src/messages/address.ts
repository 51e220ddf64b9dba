import { cleanEmail, emailKey, phoneKeys } from '../contract/codes.ts';
import type { Contact } from '../deposit/events.ts';
import type { AddressWay } from '../shared/message-terms.ts';

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
