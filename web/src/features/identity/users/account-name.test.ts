import { describe, expect, it } from 'vitest';
import { accountName } from './user-row.tsx';

describe('the name of an account', () => {
  it('holds both names, each once', () => {
    expect(accountName({ name: 'Camille', last_name: 'Fontaine' })).toBe('Camille Fontaine');
    expect(accountName({ name: 'Wong Ka-yan', last_name: 'Wong' })).toBe('Wong Ka-yan');
    expect(accountName({ name: '静', last_name: '陈' })).toBe('陈静');
    expect(accountName({ name: 'Alex Morgan', last_name: '' })).toBe('Alex Morgan');
  });
});
