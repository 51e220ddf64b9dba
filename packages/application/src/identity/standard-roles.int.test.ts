import { STANDARD_ROLES } from '@atelier/domain/identity/standard-roles.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, TEST_NOW, type World } from '../projections/testing.ts';
import { defineRole } from './roles.commands.ts';
import { defineStandardRoles } from './standard-roles.commands.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const defineMissing = () => defineStandardRoles({ ...world, clock: { now: () => TEST_NOW } });
const roles = () => world.db.selectFrom('roles').select(['name', 'permissions']).execute();
const byName = (entries: Awaited<ReturnType<typeof roles>>) =>
  Object.fromEntries(entries.map(({ name, permissions }) => [name, permissions]));

it('defines what is missing, once, and leaves a role that was changed as it is', async () => {
  const { shop } = STANDARD_ROLES;
  const metadata = {
    actor: { id: 'test', kind: 'system' as const },
    commandId: crypto.randomUUID(),
    occurredAt: TEST_NOW.toISOString(),
  };
  await defineRole(world.store, { roleId: 900, name: shop.name, permissions: ['view home page'] }, metadata);
  const together = await Promise.all([defineMissing(), defineMissing(), defineMissing()]);
  const others = Object.values(STANDARD_ROLES).filter(({ name }) => name !== shop.name);
  expect(together.flat().toSorted()).toEqual(others.map(({ name }) => name).toSorted());
  const expected = Object.fromEntries(others.map(({ name, permissions }) => [name, [...permissions]]));
  expect(byName(await roles())).toEqual({ ...expected, [shop.name]: ['view home page'] });
  expect(await defineMissing()).toEqual([]);
});
