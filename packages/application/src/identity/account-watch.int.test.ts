import { createPool } from '@atelier/event-store/pool.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, TEST_NOW, type World } from '../projections/testing.ts';
import { watchForAccounts } from './account-watch.queries.ts';
import { changeUser } from './accounts.commands.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const profile = { email: 'first@house.example', name: 'First', lastName: '' };
const metadata = {
  actor: { id: 'test', kind: 'system' as const },
  commandId: 'first',
  occurredAt: TEST_NOW.toISOString(),
};

it('finds the first account, and does not query the database again', async () => {
  const lacksAccounts = watchForAccounts(world.db);
  expect([await lacksAccounts(), await lacksAccounts()]).toEqual([true, true]);
  const command = {
    type: 'OpenUser',
    userId: 1,
    profile,
    userType: 'admin',
    siteId: null,
    roles: [],
  } as const;
  await changeUser(world.store, 1, command, { metadata });
  expect(await lacksAccounts()).toBe(false);
  const owner = createPool({ connectionString: world.database.connectionString, role: 'owner', max: 1 });
  await owner.query('revoke select on users from atelier_app');
  await owner.end();
  await expect(watchForAccounts(world.db)()).rejects.toThrow('permission denied');
  expect(await lacksAccounts()).toBe(false);
});
