import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { describe, expect, it } from 'vitest';
import { generateReference } from '../../../../demo/reference/generate.ts';

describe('the demo’s phone numbers', () => {
  it('all pass the validation of the create form, in the customer’s own country', () => {
    const { customers } = generateReference(new Date('2026-11-20T10:00:00Z'));
    // One customer has none, to try what the form says then.
    const silent = customers.filter((each) => each.phone === '');
    expect(silent).toHaveLength(1);
    const wrong = customers
      .filter((each) => each.phone !== '')
      .map((each) => ({ each, number: parsePhoneNumberFromString(`+${each.phone_code}${each.phone}`) }))
      .filter(({ number }) => number === undefined || !number.isValid())
      .map(({ each }) => `${each.country} +${each.phone_code} ${each.phone}`);
    expect(wrong).toEqual([]);
  });
});
