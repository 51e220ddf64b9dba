import { describe, expect, it } from 'vitest';
import { fileChanges, fileOf } from './file-fields.ts';

describe('a file in a replay', () => {
  it('shows no contact beyond the client’s name', () => {
    const contact = { email: 'a@b.test', phone: '612345678', fullphone: '+33612345678', address: 'Rue 1' };
    const file = fileOf('rma', { number: 'PAR-1', fullname: 'Ada Lovelace', ...contact });
    expect(file).toMatchObject({ number: 'PAR-1', fullname: 'Ada Lovelace' });
    for (const value of Object.values(contact)) expect(Object.values(file)).not.toContain(value);
  });

  it('shows money with its currency, and nothing where there is none', () => {
    expect(fileOf('item', { fee_amount: 4_000, fee_currency: 'EUR' })['fee']).toEqual({
      amount: 4_000,
      currency: 'EUR',
    });
    expect(fileOf('shipment', { total: null, currency: null })['total']).toBeNull();
    expect(fileOf('user', { name: 'Nina' })).toEqual({});
  });

  it('changes by what is other than before, lists by their entries', () => {
    const before = fileOf('item', { status: 4, holds: [], size: null });
    const after = fileOf('item', { status: 5, holds: ['missing'], size: null });
    expect(fileChanges(before, after)).toEqual([
      { field: 'status', before: 4, after: 5 },
      { field: 'holds', before: [], after: ['missing'] },
    ]);
    expect(fileChanges(after, after)).toEqual([]);
    expect(fileChanges({}, { size: null, holds: [], status: 1 })).toEqual([
      { field: 'status', before: null, after: 1 },
    ]);
  });
});
