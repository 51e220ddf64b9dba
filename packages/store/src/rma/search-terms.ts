import type { Contact } from '@atelier/domain/rma/events.ts';
import { phoneDigits } from '@atelier/domain/rma/names.ts';
import { phoneKey, searchKey } from '@atelier/domain/reference/search-key.ts';

/** Shorter pieces of a number or an address are left out: they find everything. */
const SHORTEST_PART = 3;
const LONGEST_TERM = 80;
const PHONE_MARK = '<';
const SHORTEST_PHONE = 4;

/** A code as it is, and its parts, so that `PAR-000123` is also found by `000123`. */
export function codeTerms(...codes: readonly (string | null | undefined)[]): readonly string[] {
  return clean(codes.flatMap((code) => (code ? [searchKey(code), ...partsOf(searchKey(code))] : [])));
}

/**
 * The words a customer is looked for by: names in both orders, the address of the mail, and the phone number
 * backwards, because people know its end and write its start in many ways.
 */
export function contactTerms(contact: Contact): readonly string[] {
  const { firstName, lastName, email } = contact;
  const names = [`${firstName} ${lastName}`, `${lastName} ${firstName}`, firstName, lastName].map(searchKey);
  const words = names.flatMap((name) => name.split(' '));
  const mail = email === null ? [] : [searchKey(email), ...partsOf(searchKey(email.split('@')[0] ?? ''))];
  return clean([...names, ...words, ...mail, backwards(phoneDigits(contact))]);
}

const partsOf = (text: string): readonly string[] =>
  text.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length >= SHORTEST_PART && part !== text);

const backwards = (digits: string): string =>
  digits.length < SHORTEST_PHONE ? '' : PHONE_MARK + digits.split('').toReversed().join('');

const clean = (terms: readonly string[]): readonly string[] => [
  ...new Set(terms.filter((term) => term !== '').map((term) => term.slice(0, LONGEST_TERM))),
];

/**
 * What a typed query asks for: groups that must all match, each by any of its beginnings, the most telling first.
 * None = the query holds nothing to look for.
 */
export function searchGroups(query: string): readonly (readonly string[])[] {
  const whole = searchKey(query).slice(0, LONGEST_TERM);
  if (whole === '') return [];
  if (/^\+?[\d\s().-]+$/.test(query)) return [wordGroup(whole, phoneKey(query))];
  const words = [...new Set(whole.split(' '))].sort((a, b) => b.length - a.length);
  return words.slice(0, 6).map((word) => wordGroup(word, ''));
}

function wordGroup(word: string, phone: string): readonly string[] {
  const end = backwards(phone);
  const joined = word.replaceAll(' ', '');
  return clean([word, joined, end]);
}
