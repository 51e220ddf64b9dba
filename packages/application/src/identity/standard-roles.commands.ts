import { STANDARD_ROLES, type StandardRole } from '@atelier/domain/identity/standard-roles.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import type { AppDb } from '../platform/database.ts';
import { inTurn } from '../platform/in-turn.ts';
import { defineRole } from './roles.commands.ts';

interface Services {
  readonly db: AppDb;
  readonly store: EventStore;
  readonly clock: { readonly now: () => Date };
}

/**
 * Defines the standard roles whose names the database lacks, and returns those names. A role that is there keeps the permissions it
 * has: roles are never deleted, so a name that is missing was never defined.
 */
export async function defineStandardRoles({ db, store, clock }: Services): Promise<readonly string[]> {
  if ((await findMissing(db)).length === 0) return [];
  // Nodes that start together define each role once.
  return inTurn(db, 'standard roles', async () => {
    const missing = await findMissing(db);
    for (const role of missing) await define(store, role, clock.now());
    return missing.map(({ name }) => name);
  });
}

async function findMissing(db: AppDb): Promise<readonly StandardRole[]> {
  const defined = new Set((await db.selectFrom('roles').select('name').execute()).map(({ name }) => name));
  return Object.values<StandardRole>(STANDARD_ROLES).filter(({ name }) => !defined.has(name));
}

async function define(store: EventStore, role: StandardRole, now: Date): Promise<void> {
  const [roleId = 0] = await store.nextIds(1);
  await defineRole(
    store,
    { roleId, ...role },
    {
      actor: { id: 'system', kind: 'system', name: 'installation' },
      commandId: crypto.randomUUID(),
      occurredAt: now.toISOString(),
    },
  );
}
