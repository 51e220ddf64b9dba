import type { UserCommand } from '@atelier/domain/identity/commands.ts';
import type { UserPlace } from '@atelier/domain/identity/events.ts';
import { isOfHouse, type Standing } from '@atelier/domain/identity/house.ts';
import type { CreateUserBody, UpdateUserBody } from '@atelier/contracts/identity/manage-schema.ts';
import type { Principal } from '@atelier/domain/identity/principal.ts';
import { changeUser } from '@atelier/application/identity/accounts.commands.ts';
import { storePasswordHash } from '@atelier/application/identity/passwords.commands.ts';
import { revokeSessions } from '@atelier/application/identity/sessions.commands.ts';
import {
  countOtherManagers,
  listRoles,
  type UserRecord,
} from '@atelier/application/identity/user-list.queries.ts';
import { DatabaseError } from 'pg';
import { accepted, type CommandInput } from '../../http/caller.ts';
import type { ApiDeps } from '../../http/deps.ts';
import { ApiError, badField } from '../../http/errors.ts';
import { hashPassword } from '../../shared/passwords.ts';
import { demandGivable, NEW_ACCOUNT, reachedUser } from './reached-user.ts';

/** Opens an account and answers its id: that of the first time, when the same request comes again. */
export async function openUser(deps: ApiDeps, input: CommandInput, body: CreateUserBody): Promise<number> {
  const place = placeOf(body);
  await checkPlace(deps, place);
  await demandGivable(deps, input.principal, NEW_ACCOUNT, place.roles);
  const [userId = 0] = await deps.store.nextIds(1);
  const profile = { email: body.email, name: body.name, lastName: body.last_name };
  const command = { type: 'OpenUser', userId, profile, ...place } as const;
  const hash = body.password === undefined ? undefined : await hashPassword(body.password);
  const id = await runUserCommand(deps, input, userId, command);
  if (hash !== undefined) await storePasswordHash(deps.db, id, hash, deps.clock.now(), { mustChange: true });
  return id;
}

/** Applies each changed part as a separate event. A refusal of one part is found before any is written. */
export async function updateUser(deps: ApiDeps, input: CommandInput, body: UpdateUserBody): Promise<void> {
  const user = await reachedUser(deps, input.principal, body.id);
  const commands = await commandsOf(deps, input.principal, user, body);
  for (const [part, command] of commands.entries()) {
    await runUserCommand(deps, input, user.id, command, String(part));
  }
  // Sessions of an inactive account are refused; ended, they do not come back when it is active again.
  if (body.active === false) await revokeSessions(deps.db, { userId: user.id }, deps.clock.now());
}

async function commandsOf(
  deps: ApiDeps,
  manager: Principal,
  user: UserRecord,
  body: UpdateUserBody,
): Promise<UserCommand[]> {
  const commands: UserCommand[] = [];
  const profile = profileAfter(user, body);
  if (profile !== undefined) commands.push({ type: 'ChangeUserProfile', profile });
  const place = placeAfter(user, body);
  if (place !== undefined) {
    await checkPlace(deps, place);
    await demandGivable(deps, manager, user, place.roles);
    commands.push({ type: 'ChangeUserPlace', ...place });
  }
  if (body.active !== undefined && body.active !== user.active) {
    commands.push({ type: body.active ? 'ReactivateUser' : 'DeactivateUser' });
  }
  await checkManagers(deps, user, {
    userType: place?.userType ?? user.user_type,
    siteId: place === undefined ? user.site?.id : place.siteId,
    roles: place?.roles ?? user.roles,
    active: body.active ?? user.active,
  });
  return commands;
}

/** Undefined when nothing changes. The name of a single sign-on account comes from the provider. */
function profileAfter(user: UserRecord, body: UpdateUserBody) {
  const after = {
    email: body.email?.trim().toLowerCase() ?? user.email,
    name: body.name ?? user.name,
    lastName: body.last_name ?? user.last_name,
  };
  const same = after.email === user.email && after.name === user.name && after.lastName === user.last_name;
  if (same) return undefined;
  if (user.sso)
    throw badField(
      'email',
      'identity_of_provider',
      'Name and email come from single sign-on. Change them there.',
    );
  return after;
}

function placeAfter(user: UserRecord, body: UpdateUserBody): UserPlace | undefined {
  const before = { userType: user.user_type, siteId: user.site?.id ?? null, roles: user.roles };
  const after = {
    userType: body.user_type ?? before.userType,
    siteId: body.site_id === undefined ? before.siteId : body.site_id,
    roles: body.roles ?? before.roles,
  };
  return JSON.stringify(after) === JSON.stringify(before) ? undefined : after;
}

const placeOf = ({ user_type: userType, site_id: siteId, roles }: CreateUserBody): UserPlace => ({
  userType,
  siteId,
  roles: [...new Set(roles)],
});

/** A shop's person stands in a shop, operation's in a factory or warehouse, and roles are those there are. */
async function checkPlace({ db }: ApiDeps, { userType, siteId, roles }: UserPlace): Promise<void> {
  const known = new Set((await listRoles(db)).map(({ name }) => name));
  if (!roles.every((role) => known.has(role)))
    throw badField('roles', 'role_unknown', 'There is no such role.');
  if (userType === 'admin') {
    if (siteId !== null)
      throw badField('site_id', 'invalid_site', 'Administrators have no site of their own.');
    return;
  }
  const site = await db
    .selectFrom('sites')
    .select('kind')
    .where('id', '=', siteId ?? 0)
    .executeTakeFirst();
  const fits = site !== undefined && (site.kind === 'shop') === (userType === 'shop');
  if (!fits) throw badField('site_id', 'invalid_site', 'Choose a site that fits the type of the account.');
}

/** At least one account must remain that may manage accounts. */
async function checkManagers(
  { db }: ApiDeps,
  user: UserRecord,
  after: Standing & { readonly roles: readonly string[]; readonly active: boolean },
): Promise<void> {
  const managing = new Set(
    (await listRoles(db))
      .filter(({ permissions }) => permissions.includes('manage user'))
      .map(({ name }) => name),
  );
  const manages = (account: typeof after) =>
    account.active && isOfHouse(account) && account.roles.some((role) => managing.has(role));
  const before = { ...user, userType: user.user_type, siteId: user.site?.id };
  if (!manages(before) || manages(after)) return;
  if ((await countOtherManagers(db, user.id)) === 0) {
    throw new ApiError(400, 'last_manager', 'At least one active account must be able to manage accounts.');
  }
}

const UNIQUE_VIOLATION = '23505';

/** Runs one command and answers the account's id as the first run of the same request had it. */
export async function runUserCommand(
  deps: ApiDeps,
  input: CommandInput,
  userId: number,
  command: UserCommand,
  part = '',
): Promise<number> {
  const { metadata, idempotency, expectedVersion } = input.command();
  const key = idempotency && {
    ...idempotency,
    key: part === '' ? idempotency.key : `${idempotency.key}#${part}`,
  };
  const expected = part === '' || part === '0' ? expectedVersion : undefined;
  const extras = { metadata, idempotency: key, expectedVersion: expected };
  const outcome = accepted(await changeUser(deps.store, userId, command, extras).catch(emailUsed));
  return Number(outcome.answer?.['user_id'] ?? userId);
}

function emailUsed(error: unknown): never {
  if (!(error instanceof DatabaseError && error.code === UNIQUE_VIOLATION)) throw error;
  throw badField('email', 'email_used', 'Another account uses this email.');
}
