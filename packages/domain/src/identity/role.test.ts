import { describe, expect, it } from 'vitest';
import { fold } from '../decider.ts';
import type { RoleEvent } from './events.ts';
import { PERMISSIONS, type PermissionName } from '../shared/permissions.ts';
import { ADMINISTRATORS_ONLY } from './administrators-only.ts';
import { decideRole, evolveRole, initialRole, toRoleRow } from './role.ts';

const at = '2026-11-20T08:00:00.000Z';
const defined: RoleEvent = {
  type: 'RoleDefined',
  data: { roleId: 3, name: 'shop', permissions: ['QC final'], at },
};
const changed: RoleEvent = { type: 'RolePermissionsChanged', data: { permissions: ['order clear'], at } };
const stateAfter = (...events: readonly RoleEvent[]) => fold(evolveRole, initialRole, events);

describe('a role of accounts', () => {
  it('keeps its name, and holds the permissions it was given last', () => {
    expect(toRoleRow(stateAfter(defined))).toEqual({ id: 3, name: 'shop', permissions: ['QC final'] });
    expect(toRoleRow(stateAfter(defined, changed))).toMatchObject({ permissions: ['order clear'] });
  });

  it('begins with its definition: what comes before it says nothing, and has no row', () => {
    expect(stateAfter(changed)).toEqual(initialRole);
    expect(() => toRoleRow(initialRole)).toThrow('without history');
  });
});

describe('a role as a manager of accounts makes it', () => {
  const manager = (...permissions: readonly PermissionName[]) => ({
    userId: 1,
    permissions: new Set<PermissionName>(['manage user', ...permissions]),
  });
  const change = (
    permissions: readonly PermissionName[],
    held: readonly PermissionName[],
    state = stateAfter(defined),
  ) => decideRole({ type: 'ChangeRole', permissions }, state, { manager: manager(...held), now: at });

  it('is defined once, its permissions in the order of the list', () => {
    const command = {
      type: 'DefineRole',
      roleId: 4,
      name: 'desk',
      permissions: ['export', 'client search'],
    } as const;
    const context = { manager: manager('export', 'client search'), now: at };
    expect(decideRole(command, initialRole, context)).toMatchObject({
      ok: true,
      events: [{ type: 'RoleDefined', data: { roleId: 4, permissions: ['client search', 'export'] } }],
    });
    expect(decideRole(command, stateAfter(defined), context)).toMatchObject({
      rejection: { code: 'already_exists' },
    });
  });

  it('changes only to something else, and only where it is there', () => {
    expect(change(['export'], ['QC final', 'export'])).toMatchObject({
      events: [{ type: 'RolePermissionsChanged', data: { permissions: ['export'] } }],
    });
    expect(change(['QC final'], ['QC final'])).toEqual({ ok: true, events: [] });
    expect(change([], ['QC final'], initialRole)).toMatchObject({ rejection: { code: 'not_found' } });
  });

  it.each([
    ['gets a permission beyond', ['QC final', 'export'], ['QC final']],
    ['loses a permission beyond', [], ['export']],
  ] as const)(
    'is refused when the role %s the permissions that the editing account holds',
    (_, wanted, held) => {
      expect(change(wanted, held)).toMatchObject({ rejection: { code: 'role_beyond_own' } });
    },
  );

  it.each(ADMINISTRATORS_ONLY)('neither gets nor loses %s', (name) => {
    const all = PERMISSIONS.filter((each) => each !== 'decide erasure');
    expect(change(['QC final', name], all)).toMatchObject({ rejection: { code: 'role_fixed' } });
    const holding = stateAfter({
      ...defined,
      data: { ...defined.data, permissions: ['QC final', name] },
    });
    expect(change(['QC final'], all, holding)).toMatchObject({ rejection: { code: 'role_fixed' } });
  });
});
