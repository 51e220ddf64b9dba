import { describe, expect, it } from 'vitest';
import { type PermissionName, PERMISSIONS } from '../shared/permissions.ts';
import { HOUSE_PERMISSIONS, permissionsInForce } from './house.ts';
import { reachesAccount, rolesIssue } from './reach.ts';
import { STANDARD_ROLES } from './standard-roles.ts';

const manager = (...permissions: readonly PermissionName[]) => ({
  userId: 1,
  permissions: new Set(permissions),
});
const account = (...permissions: readonly PermissionName[]) => ({ userId: 2, permissions });
const administrator = manager(...STANDARD_ROLES.admin.permissions);

describe('the permissions in force', () => {
  it('at a site are none of the house, also when all are held on paper', () => {
    for (const userType of ['shop', 'operation', 'admin'] as const) {
      const held = permissionsInForce(PERMISSIONS, { userType, siteId: 3 });
      expect(held.filter((each) => HOUSE_PERMISSIONS.has(each))).toEqual([]);
      expect(held).toHaveLength(PERMISSIONS.length - HOUSE_PERMISSIONS.size);
    }
  });

  it('of an account that was given asking and deciding are asking only', () => {
    const held = permissionsInForce(PERMISSIONS, { userType: 'admin', siteId: null });
    expect(PERMISSIONS.filter((each) => !held.includes(each))).toEqual(['decide erasure']);
    expect(permissionsInForce(['decide erasure'], { userType: 'admin', siteId: null })).toEqual([
      'decide erasure',
    ]);
  });
});

describe('the accounts that a manager reaches', () => {
  it('are those that may do nothing beyond the manager', () => {
    const helper = manager('manage user', 'client search');
    expect(reachesAccount(helper, account('client search'))).toBe(true);
    expect(reachesAccount(helper, account('client search', 'audit replay'))).toBe(false);
    expect(reachesAccount(administrator, account('audit replay', 'decide erasure'))).toBe(true);
  });

  it('include their own', () => {
    expect(reachesAccount(manager('manage user'), { userId: 1, permissions: PERMISSIONS })).toBe(true);
  });
});

describe('the roles that a manager gives', () => {
  it('allow nothing that the manager does not hold', () => {
    const helper = manager('manage user', 'client search');
    expect(rolesIssue(helper, account(), ['client search'])).toBeUndefined();
    expect(rolesIssue(helper, account(), ['client search', 'export'])).toBe('role_beyond_own');
    expect(rolesIssue(helper, account('export'), ['export', 'client search'])).toBeUndefined();
  });

  it('never unite asking and deciding', () => {
    expect(rolesIssue(administrator, account(), ['request erasure', 'decide erasure'])).toBe(
      'roles_of_two_persons',
    );
    expect(rolesIssue(administrator, account(), STANDARD_ROLES.admin.permissions)).toBeUndefined();
    expect(rolesIssue(administrator, account(), STANDARD_ROLES.decider.permissions)).toBeUndefined();
  });

  it('do not let a requester decide on the same request', () => {
    const own = { userId: 1, permissions: STANDARD_ROLES.admin.permissions };
    expect(rolesIssue(administrator, own, STANDARD_ROLES.decider.permissions)).toBe('role_beyond_own');
  });
});

it('no standard role unites asking and deciding', () => {
  for (const { permissions } of Object.values(STANDARD_ROLES)) {
    expect(
      ['request erasure', 'decide erasure'].every((each) => permissions.some((held) => held === each)),
    ).toBe(false);
  }
});
