import { describe, expect, it } from 'vitest';
import { PERMISSIONS, type PermissionName } from '../shared/permissions.ts';
import { isAuditor, isReadingRecorded } from './auditor.ts';
import { STANDARD_ROLES } from './standard-roles.ts';

describe('an auditor', () => {
  it('is only the account with the auditor’s role among the standard roles', () => {
    const roles = Object.values(STANDARD_ROLES).filter(({ permissions }) => isAuditor(permissions));
    expect(roles).toEqual([STANDARD_ROLES.auditor]);
  });

  it('is none without "audit replay", nor with any permission that changes something', () => {
    const { permissions } = STANDARD_ROLES.auditor;
    expect(isAuditor(permissions.filter((each) => each !== 'audit replay'))).toBe(false);
    const more = PERMISSIONS.filter((each) => !permissions.includes(each));
    for (const each of more) expect(isAuditor([...permissions, each])).toBe(false);
  });
});

describe('whose readings are recorded', () => {
  const permissions = new Set<PermissionName>(['view list all rma page']);

  it('is an auditor and any API key, but no account at its daily work', () => {
    expect(isReadingRecorded({ permissions })).toBe(false);
    expect(isReadingRecorded({ permissions, apiKey: true })).toBe(true);
    expect(isReadingRecorded({ permissions: new Set<PermissionName>(['audit replay']) })).toBe(true);
  });
});
