import { STANDARD_ROLES, type StandardRole } from '@atelier/domain/identity/standard-roles.ts';
import { DEMO_ACCOUNTS, DEMO_COLLEAGUES, type DemoAccount } from './accounts.ts';
import { createWorkers, type WorkerSeed } from './reference/workers.ts';

/** The first id of the sequence in a new database. */
export const DEMO_FIRST_ID = 1000;

export interface DemoRole extends StandardRole {
  readonly id: number;
}

export interface DemoUser extends DemoAccount {
  readonly id: number;
}

/** Everybody who works in the demo, with the ids they have in the log. */
export interface DemoPeople {
  readonly roles: readonly DemoRole[];
  readonly users: readonly DemoUser[];
  /** The events name them; their own streams come with the slice that manages them. */
  readonly workers: readonly WorkerSeed[];
  /** The first id that is still free. */
  readonly endId: number;
}

/** Roles, accounts and workers, with ids from `firstId` on in this order. */
export function demoPeople(seed: number, firstId = DEMO_FIRST_ID): DemoPeople {
  const kinds: readonly StandardRole[] = Object.values(STANDARD_ROLES);
  const roles = kinds.map((role, index) => ({ ...role, id: firstId + index }));
  const firstUser = firstId + roles.length;
  const users = [...DEMO_ACCOUNTS, ...DEMO_COLLEAGUES].map((user, index) => ({
    ...user,
    id: firstUser + index,
  }));
  const workers = createWorkers(seed, firstUser + users.length);
  return { roles, users, workers, endId: firstUser + users.length + workers.length };
}
