import { parseScannedCode } from '@atelier/domain/repair/item/item-number.ts';
import {
  codeKey,
  emailKey,
  looksLikePhone,
  phoneKeys,
  withoutScannerPrefix,
} from '@atelier/domain/contract/codes.ts';
import { searchKey } from '@atelier/domain/reference/search-key.ts';
import type { Contact } from '@atelier/domain/deposit/events.ts';
import type { SearchField } from '@atelier/domain/repair-list/contract.ts';

/** A word of the index, and what it is the beginning of. */
export interface FieldTerm {
  readonly field: SearchField;
  readonly term: string;
}

/** Shorter pieces of a number or an address are left out: they find everything. */
const SHORTEST_PART = 3;
const LONGEST_TERM = 80;
const PHONE_MARK = '<';
const SHORTEST_PHONE = 4;

/** A code as it is, and its parts, so that `PAR-000123` is also found by `000123` and by `123`. */
export function codeTerms(field: SearchField, ...codes: readonly (string | null | undefined)[]): FieldTerm[] {
  const keys = codes.flatMap((code) => (code ? [searchKey(code)] : []));
  return termsOf(
    field,
    keys.flatMap((key) => [key, ...partsOf(key)]),
  );
}

type ContactWord = 'firstName' | 'lastName' | 'email' | 'phoneCode' | 'phone';

/**
 * The words a customer is looked for by: names in both orders, the address of the mail, and the phone number
 * backwards, because people know its end and write its start in many ways.
 */
export function contactTerms(contact: Pick<Contact, ContactWord>): FieldTerm[] {
  const { firstName, lastName, email, phoneCode, phone } = contact;
  const names = [`${firstName} ${lastName}`, `${lastName} ${firstName}`, firstName, lastName].map(searchKey);
  const words = names.flatMap((name) => name.split(' '));
  const mail =
    email === null
      ? []
      : [searchKey(email), searchKey(emailKey(email)), ...partsOf(searchKey(email.split('@')[0] ?? ''))];
  return [
    ...termsOf('name', [...names, ...words]),
    ...termsOf('email', mail),
    ...termsOf('phone', phoneKeys(`+${phoneCode.replaceAll('+', '')} ${phone}`).map(backwards)),
  ];
}

function partsOf(text: string): readonly string[] {
  const parts = text.split(/[^\p{L}\p{N}]+/u);
  const withoutZeros = parts.map((part) => part.replace(/^0+(?=\d)/u, ''));
  return [...parts, ...withoutZeros].filter((part) => part.length >= SHORTEST_PART && part !== text);
}

const backwards = (digits: string): string =>
  digits.length < SHORTEST_PHONE ? '' : PHONE_MARK + digits.split('').toReversed().join('');

/** Phone numbers are kept apart from words by their mark; no one is shown them backwards. */
export const isPhoneTerm = (term: string): boolean => term.startsWith(PHONE_MARK);

/** Begins every word of a person in the index. */
export const BLIND_SIGN = '~';

/** Whether a word of the index means nothing to its reader. */
export const isBlind = (term: string): boolean => term.startsWith(BLIND_SIGN);

const termsOf = (field: SearchField, terms: readonly string[]): FieldTerm[] =>
  clean(terms).map((term) => ({ field, term }));

const clean = (terms: readonly string[]): readonly string[] => [
  ...new Set(terms.filter((term) => term !== '').map((term) => term.slice(0, LONGEST_TERM))),
];

const MOST_WORDS = 6;

/**
 * What a typed query asks for: groups that must all match, each by any of its beginnings, the most telling first.
 * None = the query holds nothing to look for.
 */
export function searchGroups(query: string): readonly (readonly string[])[] {
  const whole = searchKey(withoutScannerPrefix(query)).slice(0, LONGEST_TERM);
  if (whole === '') return [];
  const piece = parseScannedCode(query)?.number?.toLowerCase();
  if (piece !== undefined) return [clean([piece, whole, codeKey(query).toLowerCase()])];
  if (looksLikePhone(query)) return [clean([whole, joined(whole), ...phoneKeys(query).map(backwards)])];
  if (whole.includes('@')) return [clean([whole, searchKey(emailKey(query))])];
  const words = [...new Set(whole.split(' '))].sort((a, b) => b.length - a.length);
  return words.slice(0, MOST_WORDS).map((word) => clean([word, ...spellings(word)]));
}

/** A code without its hyphens, as another system writes it. */
const spellings = (word: string): readonly string[] =>
  /\d/u.test(word) ? [codeKey(word).toLowerCase()] : [];

const joined = (words: string): string => words.replaceAll(' ', '');
