import { beforeAll, describe, expect, it } from 'vitest';
import { isValidPhone, loadPhones } from './phone.ts';

describe('a phone number with its country code (product/deposit.md §5)', () => {
  beforeAll(() => loadPhones());

  it.each(['612345678', '06 12 34 56 78', '+33 6 12 34 56 78', '٠٦١٢٣٤٥٦٧٨'])('%s is one of +33', (phone) => {
    expect(isValidPhone('33', phone)).toBe(true);
    expect(isValidPhone('+33', phone)).toBe(true);
  });

  it.each(['12', 'at home', '+81 90 1234 5678', '90 1234 5678', '612345678 ext. 12'])(
    '%s is none of +33',
    (phone) => {
      expect(isValidPhone('33', phone)).toBe(false);
    },
  );
});
