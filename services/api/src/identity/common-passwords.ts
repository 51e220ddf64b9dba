import { badField } from '../http/errors.ts';

/** Digits and signs around a word, which is how a known password is made longer: `Password2026!`. */
const DECORATION = /^[^\p{L}]+|[^\p{L}]+$/gu;
/** One to four characters again and again. */
const REPEATED = /^(.{1,4})\1+.{0,3}$/su;
const SEQUENCE = '01234567890123456789abcdefghijklmnopqrstuvwxyzabcqwertyuiopasdfghjklzxcvbnm';
const LEAST_SEEN = 8;

let known: Promise<ReadonlySet<string>> | undefined;

/** The list is large and needed only when a password is chosen. */
async function knownPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/**
 * Whether a guesser tries it first: on the list of leaked passwords, as it is or with digits and signs around it, one
 * short piece repeated, a row of keys or digits, the account's own address, or blanks (NIST SP 800-63B §3.1.1.2).
 */
export async function isCommonPassword(password: string, email: string): Promise<boolean> {
  const plain = password.normalize('NFKC').toLowerCase();
  const seen = plain.replaceAll(/[\p{Z}\p{C}]/gu, '');
  const word = seen.replaceAll(DECORATION, '');
  if (seen.length < LEAST_SEEN || REPEATED.test(seen) || SEQUENCE.includes(seen)) return true;
  if (seen === email || word === (email.split('@')[0] ?? '').replaceAll(DECORATION, '')) return true;
  const list = await (known ??= knownPasswords());
  return list.has(seen) || (word !== '' && list.has(word));
}

/** @throws ApiError naming the field */
export async function refuseCommonPassword(password: string, email: string): Promise<void> {
  if (!(await isCommonPassword(password, email.toLowerCase()))) return;
  throw badField('password', 'password_common', 'This password is easy to guess. Please choose another one.');
}
