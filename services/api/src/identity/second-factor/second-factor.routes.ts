import {
  confirmSecondFactorBody,
  confirmSecondFactorResponse,
  enrolSecondFactorBody,
  enrolSecondFactorResponse,
  loginResponse,
  secondFactorBody,
} from '@atelier/contracts/identity/schema.ts';
import { isOfHouse } from '@atelier/domain/identity/house.ts';
import type { Principal } from '@atelier/domain/identity/principal.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  findSecondFactor,
} from '@atelier/application/identity/second-factors.commands.ts';
import { revokeSessions } from '@atelier/application/identity/sessions.commands.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../../http/deps.ts';
import { ok } from '../../http/envelope.ts';
import { ApiError, badField, forbidden } from '../../http/errors.ts';
import { defineRoute } from '../../http/route.ts';
import { currentSession } from '../current-session.ts';
import { runUserCommand } from '../manage/change-user.ts';
import { demandPresentPassword } from '../own-password.route.ts';
import { labelOf, signInWithCode } from './second-step.ts';
import { open, seal } from './factor-box.ts';
import { newRecoveryCodes, newSecret, qrOf, recoveryDigest, stepOf } from './totp.ts';

const OWN = {
  method: 'POST',
  by: 'persons',
  permission: 'session',
  beforeSecondFactor: true,
  scope: 'none',
} as const;

/** Second factor of administrators and auditors (product/identity.md §10): asked for at the sign-in, enrolled, confirmed. */
export function secondFactorRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'POST',
    url: '/auth/second_factor',
    permission: 'public',
    scope: 'none',
    summary: 'The code that a sign-in waits for: of the authenticator app, or a recovery code',
    body: secondFactorBody,
    response: loginResponse,
    limit: { max: 120, windowMs: 60_000 },
    handler: async ({ body }) => ok(await signInWithCode(deps, body.step, body.code)),
  });
  enrolRoute(app, deps);
  confirmRoute(app, deps);
}

function enrolRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...OWN,
    url: '/auth/second_factor/enrol',
    summary: 'Begin to enrol a second factor: its secret, as text and as a QR code',
    body: enrolSecondFactorBody,
    response: enrolSecondFactorResponse,
    handler: async ({ principal, body }) => {
      demandHouse(principal);
      await demandPresentPassword(deps, { principal }, body.current_password);
      const { id, email } = principal.user;
      const secret = newSecret();
      const begun = await beginSecondFactor(deps.db, id, seal(deps, secret, labelOf(id)), deps.clock.now());
      if (!begun) throw alreadyEnrolled();
      return ok({ secret, qr: qrOf(secret, email) });
    },
  });
}

function confirmRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...OWN,
    url: '/auth/second_factor/confirm',
    summary: 'Confirm the second factor by a first code; the recovery codes stand in this response only',
    body: confirmSecondFactorBody,
    response: confirmSecondFactorResponse,
    handler: async (input) => {
      const { user, sessionId } = input.principal;
      demandHouse(input.principal);
      const step = await firstStep(deps, user.id, input.body.code);
      const codes = newRecoveryCodes();
      const recovery = codes.map((code) => recoveryDigest(deps, user.id, code));
      if (!(await confirmSecondFactor(deps.db, user.id, { step, recovery }, deps.clock.now())))
        throw alreadyEnrolled();
      await runUserCommand(deps, input, user.id, { type: 'EnrolSecondFactor' });
      const ended = await revokeSessions(deps.db, { userId: user.id, except: sessionId }, deps.clock.now());
      for (const each of [...ended, sessionId]) deps.authenticator.forget(each);
      return ok({ recovery_codes: [...codes], session: await currentSession(deps, sessionId) });
    },
  });
}

/** The step of the first code of an enrolment that was begun. */
async function firstStep(deps: ApiDeps, userId: number, code: string): Promise<number> {
  const kept = await findSecondFactor(deps.db, userId);
  if (kept === undefined) throw new ApiError(400, 'second_factor_not_begun', 'Begin the enrolment first.');
  if (kept.confirmed_at !== null) throw alreadyEnrolled();
  const secret = open(deps, kept.secret, labelOf(userId));
  const step = secret === undefined ? undefined : stepOf(secret, code, deps.clock.now());
  if (step === undefined)
    throw badField('code', 'code_wrong', 'This code is wrong or too old. Try the next one.');
  return step;
}

function demandHouse({ userType, siteId }: Principal): void {
  if (!isOfHouse({ userType, siteId })) throw forbidden();
}

const alreadyEnrolled = (): ApiError =>
  new ApiError(
    400,
    'second_factor_enrolled',
    'A second factor is set up. Another administrator can reset it.',
  );
