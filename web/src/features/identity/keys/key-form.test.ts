import { describe, expect, it } from 'vitest';
import { grantable, keyBody, keyIssues, lastDays, newKey } from './key-form.ts';

const now = Date.parse('2026-11-23T23:30:00Z');
const values = { ...newKey(now, ''), name: ' Webshop ', permissions: ['export'] };

describe('the form of a new API key', () => {
  it('proposes ninety days, all sites and no permission', () => {
    expect(newKey(now, '')).toEqual({ name: '', permissions: [], site_id: '', last_day: '2027-02-21' });
  });

  it('offers what the person has, but for what only persons may do', () => {
    expect(
      grantable(['export', 'manage user', 'decide erasure', 'request erasure', 'sav check'], ''),
    ).toEqual(['export', 'sav check']);
  });

  it('offers at one site, and sends for it, none that reaches the whole house', () => {
    expect(grantable(['export', 'audit replay'], '')).toEqual(['export', 'audit replay']);
    expect(grantable(['export', 'audit replay'], '3')).toEqual(['export']);
    const chosen = { ...values, site_id: '3', permissions: ['export', 'audit replay'] };
    expect(keyBody(chosen).permissions).toEqual(['export']);
    expect(keyIssues(now)({ ...chosen, permissions: ['audit replay'] })).toEqual({
      permissions: 'permission_required',
    });
  });

  it('wants a name, a permission, and a last day from today to a year on', () => {
    const issues = keyIssues(now);
    expect(issues(values)).toEqual({});
    expect(issues({ ...values, name: ' ', permissions: [] })).toEqual({
      name: 'required',
      permissions: 'permission_required',
    });
    const { min, max } = lastDays(now);
    expect([min, max]).toEqual(['2026-11-23', '2027-11-24']);
    expect(issues({ ...values, last_day: min })).toEqual({});
    expect(issues({ ...values, last_day: max })).toEqual({});
    expect(issues({ ...values, last_day: '2026-11-22' })).toEqual({ last_day: 'last_day' });
    expect(issues({ ...values, last_day: '2027-11-25' })).toEqual({ last_day: 'last_day' });
    expect(issues({ ...values, last_day: '' })).toEqual({ last_day: 'last_day' });
  });

  it('sends no site for every site', () => {
    expect(keyBody(values)).toMatchObject({ name: 'Webshop', site_id: null });
    expect(keyBody({ ...values, site_id: '3' })).toMatchObject({ site_id: 3 });
  });
});
