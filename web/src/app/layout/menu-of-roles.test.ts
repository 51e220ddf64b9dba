import { PERMISSIONS, type PermissionName } from '@atelier/domain/shared/permissions.ts';
import { BENCH_PERMISSIONS } from '@atelier/domain/shared/bench-permissions.ts';
import { STANDARD_ROLES } from '@atelier/domain/identity/standard-roles.ts';
import { describe, expect, it } from 'vitest';
import { WORKER_ROLES } from '../../../../demo/reference/worker-roles.ts';
import { NAV, openableBy, viewerOf, visibleNav } from './nav.ts';

const ITEMS = NAV.flatMap(({ items }) => items);
const shown = (
  held: readonly PermissionName[],
  userType: 'shop' | 'operation',
  by: typeof viewerOf = viewerOf,
) =>
  visibleNav(by({ allPermission: [...held], user: userOf(userType) })).flatMap(({ items }) =>
    items.map(({ to }) => to),
  );
const userOf = (user_type: 'shop' | 'operation') => ({ id: 1, email: '', name: '', user_type });

/** What these permissions open by the items alone, groups aside. */
const opened = (held: readonly string[], userType: 'shop' | 'operation') =>
  ITEMS.filter(({ permission, only }) => held.includes(permission) && (!only || only === userType));

const ROLES = [
  ...Object.values(STANDARD_ROLES).map(({ name, permissions }) => ({ name, permissions })),
  ...WORKER_ROLES.map(({ name, permissions }) => ({ name, permissions })),
];

describe('menu and role agree (product/screens.md §2)', () => {
  it.each(PERMISSIONS)(
    'the palette offers what "%s" alone opens, whatever groups the sidebar shows',
    (name) => {
      const hidden = (['shop', 'operation'] as const).filter((userType) => {
        const [first] = opened([name], userType);
        return first !== undefined && !shown([name], userType, openableBy).includes(first.to);
      });
      expect(hidden).toEqual([]);
    },
  );

  it.each(ROLES)('the role $name is shown every screen it opens', ({ name, permissions }) => {
    const userType = name.includes('shop') ? 'shop' : 'operation';
    const missing = opened(permissions, userType).filter(
      ({ to }) => !shown(permissions, userType).includes(to),
    );
    expect(missing.map(({ to }) => to)).toEqual([]);
  });

  it.each(BENCH_PERMISSIONS.filter((name) => !name.endsWith('group')))('"%s" opens a bench', (name) => {
    expect(opened([name], 'operation').length).toBeGreaterThan(0);
  });

  it.each(NAV.flatMap(({ permission }) => permission ?? []))(
    'without "%s" the sidebar hides the group',
    (group) => {
      const groups = visibleNav({
        permissions: PERMISSIONS.filter((name) => name !== group),
        userType: 'operation',
      });
      const all = visibleNav({ permissions: PERMISSIONS, userType: 'operation' });
      expect(groups.map(({ key }) => key)).toEqual(
        all.filter((each) => each.permission !== group).map(({ key }) => key),
      );
      expect(groups.length).toBeLessThan(all.length);
    },
  );

  it('a bench shows its own group and no other bench', () => {
    expect(shown(['send to planting', 'repair group'], 'operation')).toEqual(['/sendToPlating']);
  });
});
