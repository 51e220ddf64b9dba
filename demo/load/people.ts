import type { Kysely } from 'kysely';
import { hashPassword } from '@atelier/api/shared/passwords.ts';
import type { Database } from '@atelier/application/platform/database.ts';
import type { CommandResult } from '@atelier/event-store/command.ts';
import type { EventMetadata, EventStore } from '@atelier/event-store/types.ts';
import { changeUser } from '@atelier/application/identity/accounts.commands.ts';
import { defineRole } from '@atelier/application/identity/roles.commands.ts';
import { storePasswordHash } from '@atelier/application/identity/passwords.commands.ts';
import { SITES } from '../reference/places.ts';
import type { DemoPeople, DemoUser } from '../people.ts';

/** Password hashes by account id: two are made at a time, which takes a while. */
export type Hashes = Promise<ReadonlyMap<number, string>>;

/** Begins to hash every account's password, each with its own salt. Await it when the accounts are there. */
export async function hashPasswords({ users }: DemoPeople): Hashes {
  const hashes = await Promise.all(
    users.flatMap(({ id, password }) =>
      password === null ? [] : [hashPassword(password).then((hash) => [id, hash] as const)],
    ),
  );
  return new Map(hashes);
}

export interface PeopleTarget {
  readonly store: EventStore;
  readonly db: Kysely<Database>;
}

/** Roles, accounts and their passwords, as events of `since`. What is there already stays as it is. */
export async function loadPeople(
  { store, db }: PeopleTarget,
  people: DemoPeople,
  hashes: Hashes,
  since: Date,
): Promise<void> {
  const defined = new Set((await db.selectFrom('roles').select('name').execute()).map(({ name }) => name));
  // A start without the demo has defined them under other numbers.
  for (const { id: roleId, name, permissions } of people.roles.filter((role) => !defined.has(role.name))) {
    expectDone(
      await defineRole(store, { roleId, name, permissions }, metadata(`demo-role-${roleId}`, since)),
    );
  }
  for (const user of people.users) await openAccount(store, user, since);
  for (const [id, hash] of await hashes) await storePasswordHash(db, id, hash, since);
}

async function openAccount(store: EventStore, user: DemoUser, since: Date): Promise<void> {
  const { id: userId, email, name, lastName, type: userType, roles } = user;
  const siteId = SITES.find((site) => site.code === user.siteCode)?.id ?? null;
  const place = { userType, siteId, roles };
  const command = { type: 'OpenUser', userId, profile: { email, name, lastName }, ...place } as const;
  expectDone(await changeUser(store, userId, command, { metadata: metadata(`demo-user-${userId}`, since) }));
}

/** An interrupted load is completed: an existing account needs nothing. */
function expectDone(result: CommandResult<{ readonly code: string }>): void {
  if (result.ok || result.rejection.code === 'already_exists') return;
  throw new Error(`an account of the demo was refused: ${result.rejection.code}`);
}

const metadata = (commandId: string, since: Date): EventMetadata => ({
  actor: { id: 'demo', kind: 'system' },
  commandId,
  occurredAt: since.toISOString(),
});
