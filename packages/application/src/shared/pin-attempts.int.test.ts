import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '../projections/testing.ts';
import { clearWorkerTries, countWorkerTry } from './pin-attempts.commands.ts';

const NOW = new Date('2026-05-11T08:00:00Z');
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

it('counts tries also while successes at the same moment clear the count', async () => {
  const terms = { loginFailures: 5, loginLockMs: 60_000 };
  const one = async (): Promise<void> => {
    for (let round = 0; round < 60; round += 1) {
      expect(await countWorkerTry(world.db, 'a worker', NOW, terms)).toHaveProperty('admitted');
      await clearWorkerTries(world.db, 'a worker');
    }
  };
  await Promise.all([one(), one(), one(), one()]);
});
