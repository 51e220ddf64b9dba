import {
  ownPasswordBody,
  sessionResponse,
  type OwnPasswordBody,
} from '@atelier/contracts/identity/schema.ts';
import { findAccountForSignIn } from '@atelier/application/identity/account.queries.ts';
import { clearAttempts, countAttempt } from '@atelier/application/identity/login-attempts.commands.ts';
import { storePasswordHash } from '@atelier/application/identity/passwords.commands.ts';
import { revokeSessions } from '@atelier/application/identity/sessions.commands.ts';
import type { FastifyInstance } from 'fastify';
import type { CommandInput } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { badField } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';
import { hashPassword, verifyPassword } from '../shared/passwords.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import { currentSession } from './current-session.ts';
import { runUserCommand } from './manage/change-user.ts';
import { lockLeft, suspended } from './sign-in.ts';
import { digestsOf } from '../shared/attempt-digests.ts';

/** One's own password (product/identity.md §1): also the only call of a session whose password another person set. */
export function ownPasswordRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'POST',
    url: '/auth/password',
    by: 'persons',
    permission: 'session',
    beforePasswordChange: true,
    beforeSecondFactor: true,
    scope: 'none',
    summary: 'Change one’s own password; the account’s other sessions end',
    body: ownPasswordBody,
    response: sessionResponse,
    bodyLimit: 16_384,
    handler: async (input) => {
      await demandPresentPassword(deps, input, input.body.current_password);
      await demandOtherPassword(input, input.body);
      await changePassword(deps, input, input.body.password);
      return ok(await currentSession(deps, input.principal.sessionId), { message: 'password changed' });
    },
  });
}

/** Guessing the present password at an open screen is counted like guessing it at the sign-in. */
export async function demandPresentPassword(
  deps: ApiDeps,
  { principal: { user } }: Pick<CommandInput, 'principal'>,
  present: string,
): Promise<void> {
  const attempt = digestsOf(deps, `own password ${user.id}`, 'own password');
  const count = await countAttempt(deps.db, attempt, deps.clock.now(), deps.policy());
  if (!count.admitted) throw suspended(lockLeft(deps, count));
  const account = await findAccountForSignIn(deps.db, user.email);
  if (!(await verifyPassword(account?.password_hash, present)))
    throw badField('current_password', 'password_wrong', 'This is not the present password.');
  await clearAttempts(deps.db, attempt);
}

/** Another one, which is not easy to guess. */
async function demandOtherPassword(
  { principal: { user } }: CommandInput,
  { current_password: present, password }: OwnPasswordBody,
): Promise<void> {
  if (password === present)
    throw badField('password', 'password_unchanged', 'Choose a password other than the present one.');
  await refuseCommonPassword(password, user.email);
}

async function changePassword(deps: ApiDeps, input: CommandInput, password: string): Promise<void> {
  const { user, sessionId } = input.principal;
  const hash = await hashPassword(password);
  await runUserCommand(deps, input, user.id, { type: 'ChangeUserPassword' });
  await storePasswordHash(deps.db, user.id, hash, deps.clock.now());
  const ended = await revokeSessions(deps.db, { userId: user.id, except: sessionId }, deps.clock.now());
  for (const each of [...ended, sessionId]) deps.authenticator.forget(each);
}
