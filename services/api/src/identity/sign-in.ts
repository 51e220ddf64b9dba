import { randomBytes, randomUUID } from 'node:crypto';
import type { LoginBody, LoginData } from '@atelier/contracts/identity/schema.ts';
import type { SignInFailure, SignInKind } from '@atelier/domain/identity/events.ts';
import { isOfHouse } from '@atelier/domain/identity/house.ts';
import { ABSOLUTE_MS, IDLE_MS, lockSeconds, normaliseEmail } from '@atelier/domain/identity/sign-in.ts';
import { WALL_IDLE_MS, WALL_LIFE_MS } from '@atelier/domain/identity/wall.ts';
import {
  findAccountForSignIn,
  holderOf,
  type Account,
  type AccountWithPassword,
} from '@atelier/application/identity/account.queries.ts';
import { recordSignInFailure } from '@atelier/application/identity/accounts.commands.ts';
import {
  countAttemptAtAddress,
  rememberSignIn,
  takeAttemptBack,
  type Attempt,
  type AttemptCount,
} from '@atelier/application/identity/login-attempts.commands.ts';
import { insertSession, type SignInProof } from '@atelier/application/identity/sessions.commands.ts';
import { hasSessions, sessionDigest, tokenHash } from '@atelier/application/identity/sessions.queries.ts';
import { recordSignIn } from '@atelier/application/identity/sign-ins.commands.ts';
import type { EventMetadata } from '@atelier/event-store/types.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ApiError, badField } from '../http/errors.ts';
import { codeRequired, sealStep } from './second-factor/step.ts';
import { solvesCaptcha } from './captcha.ts';
import { digestsOf } from '../shared/attempt-digests.ts';
import { verifyPassword } from '../shared/passwords.ts';
import { sessionViewOf } from './session-view.ts';

const TOKEN_BYTES = 32;

export type SignInDeps = Pick<ApiDeps, 'db' | 'store' | 'clock' | 'config' | 'masterKey' | 'policy'>;

/**
 * The old login (product/identity.md §1): captcha, then the count of failures, then the password. The caller receives
 * one generic sentence and what the lock is doing; the log learns why.
 * @throws ApiError 400 `captcha_wrong`, `login_suspended` or `login_failed`
 */
export async function signIn(deps: SignInDeps, body: LoginBody, address: string): Promise<LoginData> {
  const begunAt = deps.clock.now();
  if (!(await solvesCaptcha(deps, body.captcha_id, body.captcha))) throw captchaWrong();
  const email = normaliseEmail(body.username);
  const attempt = digestsOf(deps, email, address);
  const count = await countAttemptAtAddress(deps.db, attempt, deps.clock.now(), deps.policy());
  if (!count.admitted) return refuse(deps, attempt, count, { why: 'locked', userId: null });
  const account = await findAccountForSignIn(deps.db, email);
  const fits = await verifyPassword(account?.password_hash, body.password);
  if (account === undefined) return refuse(deps, attempt, count, { why: 'unknown_account', userId: null });
  if (!fits || !account.active) {
    const why = fits ? 'inactive_account' : 'wrong_password';
    return refuse(deps, attempt, count, { why, userId: account.id });
  }
  if (account.has_second_factor) {
    await takeAttemptBack(deps.db, attempt, count, deps.policy());
    throw codeRequired(sealStep(deps, { account, attempt, begunAt }));
  }
  await rememberSignIn(deps.db, attempt, count, deps.clock.now());
  const proof = { passwordHash: account.password_hash ?? '', begunAt };
  const session = await openSession(deps, account, { how: 'password', ...attempt, ...proof });
  return session ?? refuse(deps, attempt, count, { why: 'wrong_password', userId: account.id });
}

/** How, when and from where an account proved who it is. */
type Proof = Attempt & SignInProof & { readonly how: SignInKind };

/**
 * Starts a session for an account that has proved who it is; undefined when it was deactivated or its password changed meanwhile.
 * The token is shown once and kept as a digest.
 */
export async function openSession(
  deps: Pick<SignInDeps, 'db' | 'store' | 'clock' | 'config'>,
  account: Account & Partial<Pick<AccountWithPassword, 'must_change' | 'has_second_factor'>>,
  { how, account: digest, address, ...proof }: Proof,
): Promise<LoginData | undefined> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const now = deps.clock.now();
  const wall = how === 'wall';
  const endsAt = new Date(now.getTime() + (wall ? WALL_LIFE_MS : ABSOLUTE_MS));
  const [id, at] = [randomUUID(), now.toISOString()];
  const session = sessionDigest(tokenHash(token));
  const signedIn = { userId: account.id, how, account: digest, address, session, at };
  await recordSignIn(deps.store, id, signedIn, envelopeOf(account, at));
  const isFirst = !(await hasSessions(deps.db, account.id));
  const isOpen = await insertSession(deps.db, { id, token, kind: how, account, now, endsAt, proof });
  if (!isOpen) return undefined;
  const mustChangePassword = account.must_change;
  const lacksFactor =
    how === 'password' && account.has_second_factor === false && isOfHouse(holderOf(account));
  const mustEnrol = deps.config.secondFactorRequired && lacksFactor;
  return {
    ...sessionViewOf(account, new Date(now.getTime() + (wall ? WALL_IDLE_MS : IDLE_MS)), {
      mustChangePassword,
      mustEnrol,
      wall,
      isFirst,
    }),
    token,
  };
}

/** Who signed in and where they stand: the envelope that every later event of theirs will have. */
const envelopeOf = ({ id, site_id: site }: Account, occurredAt: string): EventMetadata => ({
  actor: { id, kind: 'user' },
  ...(site !== null && { site }),
  commandId: randomUUID(),
  occurredAt,
});

export async function refuse(
  deps: SignInDeps,
  attempt: Attempt,
  count: AttemptCount,
  cause: SignInCause,
): Promise<never> {
  await logFailure(deps, attempt, count, cause);
  // Strangers wait longer than the button: on a shared computer it must not hold up a colleague (docs/decisions/0082).
  const left = Math.min(lockLeft(deps, count), Math.ceil(deps.policy().loginLockMs / 1000));
  throw cause.why === 'locked'
    ? suspended(left)
    : failed(Math.max(0, deps.policy().loginFailures - count.failures), left);
}

export interface SignInCause {
  readonly why: SignInFailure;
  readonly userId: number | null;
  /** Of a station: the worker whose PIN was wrong. */
  readonly workerId?: number;
}

/** Keeps a failure in the log. What is tried while locked is not: the log knows of the lock by then. */
export async function logFailure(
  deps: Pick<SignInDeps, 'store' | 'clock'>,
  attempt: Attempt,
  count: AttemptCount,
  cause: SignInCause,
): Promise<void> {
  if (cause.why === 'locked') return;
  const at = deps.clock.now().toISOString();
  const actor = { id: 'sign-in', kind: 'system' } as const;
  const data = { ...cause, ...attempt, failures: count.failures, at };
  await recordSignInFailure(deps.store, randomUUID(), data, {
    actor,
    commandId: randomUUID(),
    occurredAt: at,
  });
}

/** Seconds the lock still holds; 0 without one. */
export function lockLeft(
  deps: Pick<SignInDeps, 'clock'>,
  { lockedUntil }: Pick<AttemptCount, 'lockedUntil'>,
): number {
  return lockedUntil === null ? 0 : lockSeconds(lockedUntil.getTime(), deps.clock.now().getTime());
}

const captchaWrong = (): ApiError =>
  badField('captcha', 'captcha_wrong', 'The captcha is wrong or too old. Please try the new one.');

const failed = (attemptsLeft: number, lockedFor: number): ApiError =>
  new ApiError(400, 'login_failed', 'The email or password is incorrect.', {
    data: { attempts_left: Math.max(0, attemptsLeft), ...(lockedFor > 0 && { locked_for_s: lockedFor }) },
  });

export const suspended = (lockedFor: number, of?: 'worker'): ApiError =>
  new ApiError(400, 'login_suspended', 'Your login has been suspended. Please try again later.', {
    data: { attempts_left: 0, locked_for_s: lockedFor, ...(of && { of }) },
    headers: { 'retry-after': String(Math.max(1, lockedFor)) },
  });
