import { describe, expect, it } from 'vitest';
import { fold } from '../decider.ts';
import type { RoleEvent } from './events.ts';
import { evolveRole, initialRole, toRoleRow } from './role.ts';

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
