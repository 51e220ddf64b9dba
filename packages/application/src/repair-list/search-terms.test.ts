import { describe, expect, it } from 'vitest';
import { codeTerms, contactTerms, isPhoneTerm, searchGroups } from './search-terms.queries.ts';

const contact = {
  firstName: 'Élodie',
  lastName: 'Dupré-Roy',
  phoneCode: '+33',
  phone: '0612345678',
  email: 'e.dupre@mail.test',
};

/** Whether a query finds the contact: some word of the index begins with what is looked for. */
const finds = (query: string, who: typeof contact = contact): boolean => {
  const terms = contactTerms(who).map(({ term }) => term);
  const groups = searchGroups(query);
  return (
    groups.length > 0 &&
    groups.every((group) => group.some((start) => terms.some((term) => term.startsWith(start))))
  );
};

describe('the words of a code', () => {
  it('are itself, its parts, and its number without the zeros', () => {
    expect(codeTerms('number', 'PAR-000123').map(({ term }) => term)).toEqual([
      'par-000123',
      'par',
      '000123',
      '123',
    ]);
  });

  it('are none for what is missing', () => {
    expect(codeTerms('invoice', null, undefined, '')).toEqual([]);
  });

  it('say which field they are from', () => {
    expect(codeTerms('invoice', 'A1')).toEqual([{ field: 'invoice', term: 'a1' }]);
  });
});

describe('a customer', () => {
  it.each([
    '+33 6 12 34 56 78',
    '0612345678',
    '0033612345678',
    '+33 (0)6 12 34 56 78',
    '12345678',
    '٠٦١٢٣٤٥٦٧٨',
  ])('is found by the phone number %s', (typed) => expect(finds(typed)).toBe(true));

  it('with a number kept without the zero of home is found in the same ways', () => {
    const plain = { ...contact, phone: '612345678' };
    for (const typed of ['+33612345678', '0612345678', '+33 06 12 34 56 78'])
      expect(finds(typed, plain)).toBe(true);
  });

  it.each(['elodie', 'DUPRE-ROY', 'dupre-roy elodie', 'Élodie Dupré', 'e.dupre@mail.test', 'e.dupre'])(
    'is found by %s',
    (typed) => expect(finds(typed)).toBe(true),
  );

  it('with a Han name is found with or without a space, surname first', () => {
    const han = { ...contact, firstName: '小明', lastName: '王' };
    for (const typed of ['王小明', '王 小明', '小明']) expect(finds(typed, han)).toBe(true);
  });

  it('is not found by another number or name, nor by three digits', () => {
    for (const typed of ['0612345679', '678', 'elodia', 'roy elodie martin'])
      expect(finds(typed)).toBe(false);
  });

  it('keeps the phone apart from what reads as a word', () => {
    const phones = contactTerms(contact).filter(({ field }) => field === 'phone');
    expect(phones.length).toBeGreaterThan(0);
    expect(phones.every(({ term }) => isPhoneTerm(term))).toBe(true);
  });
});

describe('a query', () => {
  it('asks for the longest word first, each once, and for nothing when nothing is typed', () => {
    expect(searchGroups('anna anna Dupré')).toEqual([['dupre'], ['anna']]);
    expect(searchGroups('  ')).toEqual([]);
    expect(searchGroups('\u0301')).toEqual([]);
  });
});
