import { expect, test } from 'vitest';
import { maskEmail, maskPhone } from './masked-contact.ts';

test.each([
  ['anna.keller@person.test', 'a•••@p•••.test'],
  ['a@b.co.uk', 'a•••@b•••.uk'],
  ['\u{1F48D}ring@host', '\u{1F48D}•••@h•••'],
  ['null', ''],
  ['', ''],
])('an address %s is shown as %s', (email, masked) => expect(maskEmail(email)).toBe(masked));

test.each([
  ['0612 345 678', '•••5678'],
  ['12', '•••12'],
  ['', ''],
])('a phone %s is shown as %s', (phone, masked) => expect(maskPhone(phone)).toBe(masked));
