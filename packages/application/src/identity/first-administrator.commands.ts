import { revokeSessions } from './sessions.commands.ts';
import { normaliseEmail } from '@atelier/domain/identity/sign-in.ts';
import { STANDARD_ROLES } from '@atelier/domain/identity/standard-roles.ts';
import type { StandardRole } from '@atelier/domain/identity/standard-roles.ts';
import type { EventMetadata, EventStore } from '@atelier/event-store/types.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { changeUser, defineRole } from './accounts.commands.ts';
import { storePasswordHash } from './passwords.commands.ts';

interface Services {
  readonly db: Kysely<Database>;
  readonly store: EventStore;
  readonly clock: { readonly now: () => Date };
}

export interface NewAdministrator {
  readonly email: string;
  /** An argon2id string. */
  readonly passwordHash: string;
}

/**
 * Creates an administrator, or reactivates an existing one with another password: roles, lock and second factor of such an account
 * stay as they are. Defines the standard roles that the database lacks. For the operator of the server (`npm run admin:create`).
 * @returns whether the account is new, and the names of the roles that were defined
 * @throws Error naming the account's kind where the address belongs to an account that is no administrator's
 */
export async function createAdministrator(
  services: Services,
  { email, passwordHash }: NewAdministrator,
): Promise<{ readonly isNew: boolean; readonly roles: readonly string[] }> {
  const roles = await defineMissingRoles(services);
  const address = normaliseEmail(email);
  const known = await findAccount(services, address);
  if (known !== undefined && known.user_type !== 'admin')
    throw new Error(`the account ${address} is one of kind ${known.user_type}, not an administrator's`);
  const userId = known?.id ?? (await services.store.nextIds(1))[0] ?? 0;
  if (known === undefined) await open(services, userId, address);
  else await change(services, userId, { type: 'ReactivateUser' });
  await storePasswordHash(services.db, userId, passwordHash, services.clock.now());
  if (known !== undefined) await endFormer(services, userId);
  return { isNew: known === undefined, roles };
}

/** Standard roles by name that were not there; what administrators made of others stays. */
async function defineMissingRoles({ db, store, clock }: Services): Promise<readonly string[]> {
  const there = new Set((await db.selectFrom('roles').select('name').execute()).map(({ name }) => name));
  const standard: readonly StandardRole[] = Object.values(STANDARD_ROLES);
  const missing = standard.filter(({ name }) => !there.has(name));
  for (const role of missing) {
    const [roleId = 0] = await store.nextIds(1);
    await defineRole(store, { roleId, ...role }, metadata(clock.now()));
  }
  return missing.map(({ name }) => name);
}

const findAccount = ({ db }: Services, email: string) =>
  db.selectFrom('users').select(['id', 'user_type']).where('email', '=', email).executeTakeFirst();

function open(services: Services, userId: number, email: string) {
  const [name = email] = email.split('@');
  const place = { userType: 'admin', siteId: null, roles: [STANDARD_ROLES.admin.name] } as const;
  return change(services, userId, {
    type: 'OpenUser',
    userId,
    profile: { email, name, lastName: '' },
    ...place,
  });
}

/** Sessions of before end with the lost password. */
async function endFormer(services: Services, userId: number): Promise<void> {
  await change(services, userId, { type: 'ChangeUserPassword' });
  await change(services, userId, { type: 'RevokeUserSessions' });
  await revokeSessions(services.db, { userId }, services.clock.now());
}

async function change(
  { store, clock }: Services,
  userId: number,
  command: Parameters<typeof changeUser>[2],
): Promise<void> {
  const result = await changeUser(store, userId, command, { metadata: metadata(clock.now()) });
  if (!result.ok) throw new Error(`the account was not changed: ${result.rejection.code}`);
}

const metadata = (now: Date): EventMetadata => ({
  actor: { id: 'admin:create', kind: 'system', name: 'operator' },
  commandId: crypto.randomUUID(),
  occurredAt: now.toISOString(),
});
