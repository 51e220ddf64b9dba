import { describe, expect, it } from 'vitest';
import { readClientCode } from './client-code.ts';

describe('a code at the counter', () => {
  it('is the address of the customer’s page, from the receipt or from their phone', () => {
    const page = 'https://atelier.test/customerStatus?rma_id=aB3_x-9&language=fr';
    expect(readClientCode(page)).toEqual({ reference: 'aB3_x-9' });
    expect(readClientCode('https://atelier.test/customerStatus?rma_id=a%2Fb')).toEqual({ reference: 'a/b' });
  });

  it('is else the number of a piece or a deposit, in any spelling', () => {
    expect(readClientCode('par003682')).toEqual({ q: 'PAR-003682' });
    expect(readClientCode('PAR-003680')).toEqual({ q: 'PAR-003680' });
  });
});
