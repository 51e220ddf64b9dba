import { existsSync } from 'node:fs';
import { PERMISSIONS } from '@atelier/domain/shared/permissions.ts';
import { describe, expect, it } from 'vitest';
import { SCREENS, screenAt } from '../routes.ts';
import { NAV, visibleNav } from './nav.ts';

const seen = (permissions: readonly string[], userType: 'shop' | 'operation' = 'shop') =>
  visibleNav({ permissions, userType }).flatMap(({ items }) => items.map(({ to }) => to));

describe('the sidebar', () => {
  it('is empty without permissions', () => {
    expect(seen([])).toEqual([]);
  });

  it('shows exactly the items whose permission and group are held', () => {
    expect(seen(['view home page', 'view sidebar group rma', 'view request new rma page'])).toEqual([
      '/dashboard',
      '/insight',
      '/insight/process',
      '/insight/gold',
      '/createRma',
    ]);
    expect(seen(['view home page', 'view request new rma page'])).toEqual([
      '/dashboard',
      '/insight',
      '/insight/process',
      '/insight/gold',
    ]);
  });

  it("keeps the shop's dashboard from those who have a board", () => {
    expect(seen(['view home page', 'operation dashboard'], 'operation')).toEqual([
      '/operation/dashboard',
      '/insight',
      '/insight/flow',
      '/insight/process',
      '/insight/radar',
      '/insight/gold',
      '/insight/capacity',
    ]);
  });

  it('leaves out the benches where none stand', () => {
    const benches = ['/sendToRepair', '/operation/12/FinalQCProcess/', '/operation/8/AssemblyProcess/'];
    const at = (siteKind?: 'warehouse' | 'factory') =>
      visibleNav({ permissions: PERMISSIONS, userType: 'operation', siteKind })
        .flatMap(({ items }) => items.map(({ to }) => to))
        .filter((to) => benches.includes(to));
    expect(at('factory')).toHaveLength(3);
    expect(at()).toHaveLength(3);
    expect(at('warehouse')).toEqual([]);
    const groups = visibleNav({ permissions: PERMISSIONS, userType: 'operation', siteKind: 'warehouse' });
    expect(groups.map(({ key }) => key)).not.toContain('repair');
    expect(groups.map(({ key }) => key)).toContain('finish');
  });

  it('leads only to addresses that have a screen', () => {
    const patterns = SCREENS.map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`));
    const lost = NAV.flatMap(({ items }) => items).filter(
      ({ to }) => !patterns.some((pattern) => pattern.test(to)),
    );
    expect(lost).toEqual([]);
    expect(seen(PERMISSIONS)).toHaveLength(NAV.flatMap(({ items }) => items).length);
  });
});

describe('an address', () => {
  it('is named by the screen it leads to, whatever the order of the list', () => {
    expect(screenAt('/operation/rmafactory/login')?.title).toBe('title.workerLogin');
    expect(screenAt('/operation/4/RepairProcess/')?.screen).toBe('repair/scan-stage');
    expect(screenAt('/operation/dashboard')?.title).toBe('title.operationDashboard');
    expect(screenAt('/nowhere/at/all/here')).toBeUndefined();
  });
});

describe('every route', () => {
  it.each(SCREENS.map(({ path, screen }) => [path, screen]))('%s has its screen %s', (_path, screen) => {
    expect(existsSync(new URL(`../../features/${screen}.screen.tsx`, import.meta.url))).toBe(true);
  });
});
