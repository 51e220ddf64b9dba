import { describe, expect, it } from 'vitest';
import { humanNumber, isNumberOrItsEnd, parseScannedCode, readTypedNumber } from './item-number.ts';

describe('human numbers carry the store prefix and the id (product/rma.md §1)', () => {
  it('pads to six digits and grows beyond', () => {
    expect(humanNumber('PAR', 123)).toBe('PAR-000123');
    expect(humanNumber('PAR', 1_234_567)).toBe('PAR-1234567');
  });

  it('reads back what it printed, whatever the case and the blanks around', () => {
    expect(parseScannedCode(' par-000123 ')).toEqual({ id: 123, number: 'PAR-000123' });
  });

  it('takes bare digits as typed by hand', () => {
    expect(parseScannedCode('000123')).toEqual({ id: 123, number: null });
  });

  it.each(['', 'PAR-', 'PAR-0', '9999999999999999', 'PAR-12a', "PAR-1'; drop table", '1Z 999 AA1'])(
    'says that %j is none of ours',
    (code) => {
      expect(parseScannedCode(code)).toBeNull();
    },
  );

  it.each([
    ['PAR-004455', true],
    ['AR-004455', true],
    ['-004455', true],
    ['DHL-004455', false],
    ['AR-0044551234', false],
    ['004455', false],
  ])('says whether %s is a number of a shop or the end of one: %s', (code, isOurs) => {
    expect(isNumberOrItsEnd(code, ['PAR', 'TYO'])).toBe(isOurs);
  });
});

it('the first item of all can be scanned, and there is none before it', () => {
  expect(parseScannedCode(humanNumber('PAR', 1))?.id).toBe(1);
  expect(parseScannedCode(humanNumber('PAR', 0))).toBeNull();
});

describe('a number as a customer types it', () => {
  it.each(['PAR-004455', 'par 4455', 'Par4455', 'p a r 00 44 55', 'par–4455', 'PAR - 4455'])(
    '%s is PAR-004455',
    (typed) => {
      expect(readTypedNumber(typed)).toBe('PAR-004455');
    },
  );

  it.each([['XnyQGnyTnRTLu9P17-ikzQ'], ['4455'], ['hello']])('%s is no number of a shop', (typed) => {
    expect(readTypedNumber(typed)).toBe(typed.toUpperCase());
  });
});
