import { describe, expect, it } from 'vitest';
import { emailKey } from '../contract/codes.ts';
import { addressKeys } from './address.ts';

describe('an address as two are compared', () => {
  it.each(['Anna.Bell@Example.test', '  anna.bell@example.test ', 'ＡＮＮＡ.bell@example.test'])(
    'is one mailbox when it is typed as %s',
    (typed) => expect(emailKey(typed)).toBe('anna.bell@example.test'),
  );

  it('has no key where there is none', () => {
    const nothing = { email: 'null', phoneCode: '33', phone: ' ' };
    expect(addressKeys(nothing)).toEqual({ email: '', phone: '' });
    expect(addressKeys({ ...nothing, email: null })).toMatchObject({ email: '' });
  });

  it.each([
    ['33', '612345678'],
    ['+33', '06 12 34 56 78'],
    ['33', '٦١٢٣٤٥٦٧٨'],
  ])('is one number when it is typed as %s %s', (phoneCode, phone) => {
    expect(addressKeys({ email: null, phoneCode, phone }).phone).toBe('33612345678');
  });
});
