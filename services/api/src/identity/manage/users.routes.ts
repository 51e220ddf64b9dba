import type { UserCommand } from '@atelier/domain/identity/commands.ts';
import {
  createUserBody,
  setPasswordBody,
  updateUserBody,
  userResponse,
  userIdBody,
  userQuery,
  usersResponse,
  usersQuery,
} from '@atelier/contracts/identity/manage-schema.ts';
import { storePasswordHash } from '@atelier/application/identity/passwords.commands.ts';
import { listUsers } from '@atelier/application/identity/user-list.queries.ts';
import { dropSecondFactor } from '@atelier/application/identity/second-factors.commands.ts';
import { forgetAttempts } from '@atelier/application/identity/login-attempts.commands.ts';
import { revokeSessions } from '@atelier/application/identity/sessions.commands.ts';
import type { FastifyInstance } from 'fastify';
import type { CommandInput } from '../../http/caller.ts';
import type { ApiDeps } from '../../http/deps.ts';
import { ok } from '../../http/envelope.ts';
import { ApiError } from '../../http/errors.ts';
import { defineRoute } from '../../http/route.ts';
import { refuseCommonPassword } from '../common-passwords.ts';
import { hashPassword } from '../../shared/passwords.ts';
import { openUser, runUserCommand, updateUser } from './change-user.ts';
import { reachedUser } from './reached-user.ts';
import { userIn, viewsOf } from './user-view.ts';
import { digestsOf } from '../../shared/attempt-digests.ts';

const GUARD = { permission: 'manage user', scope: 'house' } as const;

/** Accounts (product/identity.md §8): type, place, roles, active, unlock, end of sessions. */
export function userRoutes(app: FastifyInstance, deps: ApiDeps): void {
  readRoutes(app, deps);
  changeRoutes(app, deps);
  accountActionRoutes(app, deps);
}

function readRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...GUARD,
    method: 'GET',
    url: '/user/list',
    summary: 'The accounts, by name',
    query: usersQuery,
    response: usersResponse,
    handler: async ({ query }) => {
      const { page, page_size: pageSize, search, user_type: userType, site_id: siteId, active } = query;
      const filter = { page, pageSize, search, userType, siteId, active };
      const { users, total } = await listUsers(deps.db, filter, deps.clock.now());
      return ok(await viewsOf(deps, users), { total });
    },
  });
  defineRoute(app, {
    ...GUARD,
    method: 'GET',
    url: '/user/get',
    summary: 'One account',
    query: userQuery,
    response: userResponse,
    handler: async ({ query }) => shown(deps, query.id),
  });
}

function changeRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...GUARD,
    method: 'POST',
    url: '/user/create',
    summary: 'Create an account; without a password the person signs in by single sign-on',
    body: createUserBody,
    response: userResponse,
    handler: async (input) => {
      const { password, email } = input.body;
      if (password !== undefined) await refuseCommonPassword(password, email);
      return shown(deps, await openUser(deps, input, input.body));
    },
  });
  defineRoute(app, {
    ...GUARD,
    method: 'POST',
    url: '/user/update',
    summary: 'Change an account; changed permissions end its sessions at once',
    body: updateUserBody,
    response: userResponse,
    handler: async (input) => {
      await updateUser(deps, input, input.body);
      return shown(deps, input.body.id);
    },
  });
}

interface AccountAction {
  readonly url: string;
  readonly summary: string;
  readonly command: UserCommand;
  /** For the account of another person only. */
  readonly others?: true;
  readonly effect: (deps: ApiDeps, user: { readonly id: number; readonly email: string }) => Promise<unknown>;
}

const ACCOUNT_ACTIONS: readonly AccountAction[] = [
  {
    url: '/user/unlock',
    summary: 'Lift the lock of failed sign-ins',
    command: { type: 'UnlockUser' },
    effect: (deps, { email }) => forgetAttempts(deps.db, digestsOf(deps, email, '').account),
  },
  {
    url: '/user/second_factor/reset',
    summary:
      'Take the second factor of another account away; its sessions end, and its person enrols another device',
    command: { type: 'ResetSecondFactor' },
    others: true,
    effect: async (deps, { id }) => {
      const now = deps.clock.now();
      await dropSecondFactor(deps.db, id, now);
      await revokeSessions(deps.db, { userId: id }, now);
    },
  },
  {
    url: '/user/revoke_sessions',
    summary: 'End every sign-in of an account, on all screens, within a second',
    command: { type: 'RevokeUserSessions' },
    effect: (deps, { id }) => revokeSessions(deps.db, { userId: id }, deps.clock.now()),
  },
];

/** The event first: what a crash leaves undone can be asked for again, what was done unseen could not be found. */
function accountActionRoutes(app: FastifyInstance, deps: ApiDeps): void {
  for (const { url, summary, command, effect, others } of ACCOUNT_ACTIONS) {
    defineRoute(app, {
      ...GUARD,
      method: 'POST',
      url,
      summary,
      body: userIdBody,
      response: userResponse,
      handler: async (input) => {
        const user = await reachedUser(deps, input.principal, input.body.id);
        if (others === true && user.id === input.principal.user.id) throw otherPersonNeeded();
        await runUserCommand(deps, input, user.id, command);
        await effect(deps, user);
        return shown(deps, user.id);
      },
    });
  }
  passwordRoute(app, deps);
}

function passwordRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...GUARD,
    method: 'POST',
    url: '/user/password',
    summary:
      'Give an account another password, which its owner changes at the next sign-in; its sessions end',
    body: setPasswordBody,
    response: userResponse,
    bodyLimit: 16_384,
    handler: async (input: CommandInput & { body: { id: number; password: string } }) => {
      const { id, email } = await reachedUser(deps, input.principal, input.body.id);
      await refuseCommonPassword(input.body.password, email);
      const hash = await hashPassword(input.body.password);
      await runUserCommand(deps, input, id, { type: 'ChangeUserPassword' });
      const mustChange = id !== input.principal.user.id;
      await storePasswordHash(deps.db, id, hash, deps.clock.now(), { mustChange });
      await revokeSessions(deps.db, { userId: id }, deps.clock.now());
      return shown(deps, id);
    },
  });
}

async function shown(deps: ApiDeps, id: number) {
  const [view] = await viewsOf(deps, [await userIn(deps, id)]);
  if (view === undefined) throw new TypeError('an account that was found has a view');
  return ok(view, { version: view.version, message: 'user updated' });
}

const otherPersonNeeded = (): ApiError =>
  new ApiError(400, 'other_administrator_needed', 'Another administrator must do this for your account.');
