import { describe, expect, it } from 'vitest';
import { readCustodyState, subjectOf, writeCustodyState } from './use-custody-state.ts';

const stateOf = (query: string) => readCustodyState(new URLSearchParams(query));

describe('the question in the address', () => {
  it('comes back as it was written', () => {
    const state = stateOf('by=package&q=T-1&at=2026-11-20T10:00:00.123456Z&page=3&rma=7&item=8');
    expect(readCustodyState(writeCustodyState(state))).toEqual(state);
    expect(state.at).toBe('2026-11-20T10:00:00.123456Z');
  });

  it('asks for now, on the first page, when the address holds nonsense', () => {
    expect(stateOf('by=moon&at=yesterday&page=-2&site=x')).toEqual(stateOf(''));
  });
});

describe('what is asked', () => {
  it('is the account’s site where it has one, for every address', () => {
    expect(subjectOf(stateOf('site=5'), 20)).toEqual({ by: 'site', siteId: 20, kept: false });
    expect(subjectOf(stateOf('site=5&kept=1'), null)).toEqual({ by: 'site', siteId: 5, kept: true });
    expect(subjectOf(stateOf(''), null)).toBeNull();
  });

  it('is a piece by its label’s number or its digits', () => {
    expect(subjectOf(stateOf('by=item&q=par-000123'), null)).toEqual({ by: 'item', itemId: 123 });
    expect(subjectOf(stateOf('by=item&q=123'), null)).toEqual({ by: 'item', itemId: 123 });
    expect(subjectOf(stateOf('by=item&q=ring'), null)).toBe('unreadable');
    expect(subjectOf(stateOf('by=item'), null)).toBeNull();
  });

  it('is a package once its number is long enough to be one', () => {
    expect(subjectOf(stateOf('by=package&q=T-'), null)).toBeNull();
    expect(subjectOf(stateOf('by=package&q=T-1'), null)).toEqual({ by: 'package', tracking: 'T-1' });
  });
});
