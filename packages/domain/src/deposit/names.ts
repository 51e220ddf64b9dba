import type { Contact } from './events.ts';

const HAN = /\p{Script=Han}/u;

/** Han characters in either name → surname + given name without a space; else given name, space, surname (product/rma.md §2). */
export function fullName(firstName: string, lastName: string): string {
  const first = firstName.trim();
  const last = lastName.trim();
  if (HAN.test(first) || HAN.test(last)) return `${last}${first}`;
  return [first, last].filter((part) => part !== '').join(' ');
}

/** `+code number`, as the lists show it (product/rma.md §2). */
export function fullPhone(phoneCode: string, phone: string): string {
  const code = phoneCode.trim().replace(/^\+?/, '+');
  return code === '+' ? phone.trim() : `${code} ${phone.trim()}`;
}

/** What a search by phone compares: digits only, code and number together. */
export function phoneDigits({ phoneCode, phone }: Pick<Contact, 'phoneCode' | 'phone'>): string {
  return `${phoneCode}${phone}`.replace(/\D/g, '');
}
