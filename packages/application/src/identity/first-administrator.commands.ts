import { holdsBothOfPair } from '@atelier/domain/identity/house.ts';
import { normaliseEmail } from '@atelier/domain/identity/sign-in.ts';
import { STANDARD_ROLES } from '@atelier/domain/identity/standard-roles.ts';
import { INSTALLATION_ACTOR, OPERATOR_ACTOR } from '@atelier/domain/shared/two-persons.ts';
import type { UserCommand } from '@atelier/domain/identity/commands.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';
import { changeUser } from './accounts.commands.ts';
import { forgetAttempts } from './login-attempts.commands.ts';
import { storePasswordHash } from './passwords.commands.ts';
import { dropSecondFactor, findSecondFactor } from './second-factors.commands.ts';
import { revokeSessions } from './sessions.commands.ts';
import { defineStandardRoles } from './standard-roles.commands.ts';
import { findLocked, listRoles } from './user-list.queries.ts';

interface Services {
  readonly db: Kysely<Database>;
  readonly store: EventStore;
  readonly clock: { readonly now: () => Date };
}

/** The administrators' roles: one asks for erasures, the other decides on them. */
export type AdministratorRole = 'admin' | 'decider';

export interface AdministratorOrder {
  readonly email: string;
  /** An argon2id string; only requested once nothing refuses the order. */
  readonly passwordHash: () => Promise<string>;
  /** Left out: the one that the account holds, and that of an asking administrator for a new account. */
  readonly role: AdministratorRole | undefined;
  /** What failed sign-ins of this address are counted under. */
  readonly attempts: string;
  /** The provider of single sign-on, where one is configured. */
  readonly issuer: string | undefined;
  readonly resetSecondFactor: boolean;
  readonly restoreRole: boolean;
  /** Another person types the password: a session that begins with it may only change it. */
  readonly mustChange: boolean;
}

/** What came of it. */
export interface AdministratorReport {
  readonly isNew: boolean;
  /** Names of the standard roles that were defined. */
  readonly defined: readonly string[];
  readonly unlocked: boolean;
  readonly secondFactor: 'none' | 'kept' | 'reset';
  readonly role: 'held' | 'lacking' | 'restored';
}

/** An order that must not be carried out; its message is a clause that says why. */
export class AdministratorRefused extends Error {
  override name = 'AdministratorRefused';
}

/**
 * Creates an administrator, or lets the person of an existing one in again: active, unlocked, with another password and without
 * sessions. Second factor and roles change only on request. For the operator of the server (`npm run admin:create`).
 * @throws AdministratorRefused before anything is changed
 */
export async function createAdministrator(
  services: Services,
  order: AdministratorOrder,
): Promise<AdministratorReport> {
  const email = normaliseEmail(order.email);
  const known = await findAccount(services, email);
  if (known !== undefined) await refuseUnfit(services, known, order);
  const passwordHash = await order.passwordHash();
  const defined = await defineStandardRoles(services);
  if (known === undefined) {
    await open(services, email, { ...order, passwordHash });
    return { ...NEW, defined };
  }
  return { ...(await letIn(services, known, { ...order, passwordHash })), isNew: false, defined };
}

type Hashed = Omit<AdministratorOrder, 'passwordHash'> & { readonly passwordHash: string };

const NEW = { isNew: true, unlocked: false, secondFactor: 'none', role: 'held' } as const;

interface Known {
  readonly id: number;
  readonly email: string;
  readonly user_type: string;
  readonly roles: readonly string[];
}

const findAccount = ({ db }: Services, email: string): Promise<Known | undefined> =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'user_type', 'roles'])
    .where('email', '=', email)
    .executeTakeFirst();

async function open(services: Services, email: string, order: Hashed): Promise<void> {
  const { db, store, clock } = services;
  const role = roleName([], order);
  const [[userId = 0], isFirst] = await Promise.all([store.nextIds(1), hasNoHolder(db, role)]);
  const [name = email] = email.split('@');
  const command = {
    type: 'OpenUser',
    userId,
    profile: { email, name, lastName: '' },
    userType: 'admin',
    siteId: null,
    roles: [role],
  } as const;
  await run(services, userId, command, isFirst ? INSTALLATION_ACTOR : OPERATOR_ACTOR);
  await storePasswordHash(db, userId, order.passwordHash, clock.now(), order);
}

function roleName(held: readonly string[], { role }: Pick<AdministratorOrder, 'role'>): string {
  const { admin, decider } = STANDARD_ROLES;
  if (role !== undefined) return STANDARD_ROLES[role].name;
  return held.includes(decider.name) ? decider.name : admin.name;
}

/** Accounts are never deleted: without a row that names the role, no account ever held it. */
async function hasNoHolder(db: Kysely<Database>, role: string): Promise<boolean> {
  const holder = await db
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`${role} = any (roles)`)
    .executeTakeFirst();
  return holder === undefined;
}

async function refuseUnfit(services: Services, known: Known, order: AdministratorOrder): Promise<void> {
  const { email, user_type: type } = known;
  if (type !== 'admin')
    throw new AdministratorRefused(`the account ${email} is one of kind ${type}, not an administrator's`);
  if (order.issuer !== undefined && (await isOfProviderOnly(services, known.id, order.issuer)))
    throw new AdministratorRefused(
      `the account ${email} has no password and signs in at ${order.issuer} only: give access back there, or unset OIDC_ISSUER first`,
    );
  if (order.restoreRole && (await wouldUnite(services, rolesAfter(known, order))))
    throw new AdministratorRefused(
      `the roles of ${email} would then both ask for erasures and decide on them, which no account may`,
    );
}

/** Bound to a person of this provider, and without a password. */
async function isOfProviderOnly({ db }: Services, userId: number, issuer: string): Promise<boolean> {
  const found = await db
    .selectFrom('user_identities as i')
    .leftJoin('user_credentials as c', 'c.user_id', 'i.user_id')
    .select('i.user_id')
    .where('i.user_id', '=', userId)
    .where('i.issuer', '=', issuer)
    .where('c.user_id', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

async function wouldUnite({ db }: Services, roles: readonly string[]): Promise<boolean> {
  const held = (await listRoles(db)).filter(({ name }) => roles.includes(name));
  return holdsBothOfPair(held.flatMap(({ permissions }) => permissions));
}

type Restored = Omit<AdministratorReport, 'isNew' | 'defined'>;

/** Events first: what a crash leaves undone can be requested again, and nothing was done unseen. */
async function letIn(services: Services, known: Known, order: Hashed): Promise<Restored> {
  const { db, clock } = services;
  const now = clock.now();
  const unlocked = (await findLocked(db, [order.attempts], now)).has(order.attempts);
  const role = roleAfter(known, order);
  const secondFactor = await secondFactorAfter(services, known, order);
  for (const command of commandsFor(known, order, { unlocked, role, secondFactor }))
    await run(services, known.id, command, OPERATOR_ACTOR);
  await storePasswordHash(db, known.id, order.passwordHash, now, order);
  await forgetAttempts(db, order.attempts);
  if (secondFactor === 'reset') await dropSecondFactor(db, known.id, now);
  await revokeSessions(db, { userId: known.id }, now);
  return { unlocked, role, secondFactor };
}

const rolesAfter = ({ roles }: Known, order: Pick<AdministratorOrder, 'role'>): readonly string[] => [
  ...new Set([...roles, roleName(roles, order)]),
];

function roleAfter(
  { roles }: Known,
  order: Pick<AdministratorOrder, 'role' | 'restoreRole'>,
): Restored['role'] {
  if (roles.includes(roleName(roles, order))) return 'held';
  return order.restoreRole ? 'restored' : 'lacking';
}

async function secondFactorAfter(
  { db }: Services,
  { id }: Known,
  { resetSecondFactor }: Pick<AdministratorOrder, 'resetSecondFactor'>,
): Promise<Restored['secondFactor']> {
  if ((await findSecondFactor(db, id)) === undefined) return 'none';
  return resetSecondFactor ? 'reset' : 'kept';
}

function commandsFor(
  known: Known,
  order: Pick<AdministratorOrder, 'role'>,
  after: Restored,
): readonly UserCommand[] {
  const roles = rolesAfter(known, order);
  return [
    { type: 'ReactivateUser' },
    ...(after.unlocked ? [{ type: 'UnlockUser' } as const] : []),
    ...(after.secondFactor === 'reset' ? [{ type: 'ResetSecondFactor' } as const] : []),
    ...(after.role === 'restored'
      ? [{ type: 'ChangeUserPlace', userType: 'admin', siteId: null, roles } as const]
      : []),
    { type: 'ChangeUserPassword' },
    { type: 'RevokeUserSessions' },
  ];
}

async function run(
  { store, clock }: Services,
  userId: number,
  command: UserCommand,
  actor: typeof OPERATOR_ACTOR | typeof INSTALLATION_ACTOR,
): Promise<void> {
  const metadata = {
    actor: { id: actor, kind: 'system', name: 'operator' },
    commandId: crypto.randomUUID(),
    occurredAt: clock.now().toISOString(),
  } as const;
  const result = await changeUser(store, userId, command, { metadata });
  if (!result.ok) throw new AdministratorRefused(`the account was not changed: ${result.rejection.code}`);
}
