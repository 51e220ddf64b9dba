import { expect, it } from 'vitest';
import { refusalOf, verdictOfRefusal } from './use-astray.ts';

it.each([
  ['not_found', 'wrong_package', 'item_not_bound'],
  ['item_already_received', 'already_done', null],
  ['invalid_body', 'unknown', 'invalid_body'],
] as const)(
  'a piece of a box that is addressed elsewhere: %s is said as %s, because of %s',
  (code, verdict, why) => {
    expect([verdictOfRefusal({ code }), refusalOf({ code })]).toEqual([verdict, why]);
  },
);
