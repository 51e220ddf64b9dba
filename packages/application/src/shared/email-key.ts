import { domainToASCII } from 'node:url';
import { emailText } from '@atelier/domain/contract/codes.ts';

/**
 * What two ways to write one e-mail address have in common: no case, the domain in punycode. Text that is no whole address
 * comes back in lower case.
 */
export function emailKey(email: string): string {
  const text = emailText(email).toLowerCase();
  const at = text.lastIndexOf('@');
  const domain = domainToASCII(text.slice(at + 1));
  return at === -1 || domain === '' ? text : `${text.slice(0, at)}@${domain}`;
}
