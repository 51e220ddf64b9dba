import { describe, expect, it } from 'vitest';
import { holdsAny, scopeOf, type Principal } from './principal.ts';

const scope = (userType: Principal['userType'], siteId?: number) => scopeOf({ userType, siteId });

describe('what a person may see (product/identity.md §6)', () => {
  it('is everything for an administrator, and one site for an administrator of one', () => {
    expect([scope('admin'), scope('admin', 3)]).toEqual([{ kind: 'all' }, { kind: 'site', siteId: 3 }]);
  });

  it('is nothing without a site', () => {
    expect([scope('shop'), scope('operation')]).toEqual([{ kind: 'none' }, { kind: 'none' }]);
  });

  it('is the own store for a shop, and what passes the own site for operations', () => {
    expect(scope('shop', 1)).toEqual({ kind: 'store', siteId: 1 });
    expect(scope('operation', 30)).toEqual({ kind: 'site', siteId: 30 });
  });
});

describe('holding one of several permissions', () => {
  const held = new Set(['sav check', 'QC final'] as const);

  it('is enough', () => {
    expect(holdsAny(held, ['repaired', 'QC final'])).toBe(true);
    expect(holdsAny(held, 'sav check')).toBe(true);
  });

  it('is not the case for others, or none', () => {
    expect(holdsAny(held, ['repaired', 'polishing process'])).toBe(false);
    expect(holdsAny(held, 'repaired')).toBe(false);
    expect(holdsAny(held, [])).toBe(false);
  });
});
