import { describe, expect, it } from 'vitest';
import { matchOptions } from './combobox.tsx';

const options = ['México', 'Mauritius', 'Côte d’Ivoire', 'United Arab Emirates'].map((label, value) => ({
  label,
  value,
}));
const found = (typed: string, limit = 10) => matchOptions(options, typed, limit).map(({ label }) => label);

describe('typing into a long list', () => {
  it('finds without accents and case, first what begins so', () => {
    expect(found('mex')).toEqual(['México']);
    expect(found('cote')).toEqual(['Côte d’Ivoire']);
    expect(found('m')).toEqual(['México', 'Mauritius', 'United Arab Emirates']);
  });

  it('offers the beginning of the list for nothing typed, and never more than asked', () => {
    expect(found('', 2)).toEqual(['México', 'Mauritius']);
    expect(found('zzz')).toEqual([]);
  });
});
