import { randomUUID } from 'node:crypto';
import type { LoginData } from '@atelier/contracts/identity/schema.ts';
import {
  findAccountForSignIn,
  type AccountWithPassword,
} from '@atelier/application/identity/account.queries.ts';
import { changeUser } from '@atelier/application/identity/accounts.commands.ts';
import {
  countAttemptAtAddress,
  rememberSignIn,
} from '@atelier/application/identity/login-attempts.commands.ts';
import {
  findSecondFactor,
  takeRecoveryCode,
  takeStep,
} from '@atelier/application/identity/second-factors.commands.ts';
import { clearWorkerTries, countWorkerTry } from '@atelier/application/shared/pin-attempts.commands.ts';
import type { ApiDeps } from '../../http/deps.ts';
import { openSession, refuse } from '../sign-in.ts';
import { open } from './factor-box.ts';
import { isSamePassword, openStep, stepOver, type StepFacts } from './step.ts';
import { recoveryDigest, stepOf } from './totp.ts';
import { digestsOf } from '../../shared/attempt-digests.ts';

/** What a secret is sealed under: it opens for its own account only. */
export const labelOf = (userId: number): string => `second factor of ${userId}`;
const targetOf = (deps: ApiDeps, userId: number): string => digestsOf(deps, labelOf(userId), '').account;

/**
 * The second step of a sign-in (product/identity.md §10). Wrong codes count like wrong passwords, and for the account with a lock that
 * grows, as PINs do. A code is good once.
 * @throws ApiError 400 `login_failed` or `login_suspended`
 */
export async function signInWithCode(deps: ApiDeps, step: string, code: string): Promise<LoginData> {
  const facts = openStep(deps, step);
  const account = facts && (await findAccountForSignIn(deps.db, facts.email));
  if (facts === undefined || account === undefined || !isStillSame(facts, account)) throw stepOver();
  const { userId, account: digest, address } = facts;
  const attempt = { account: digest, address };
  const count = await countAttemptAtAddress(deps.db, attempt, deps.clock.now(), deps.policy());
  const target = targetOf(deps, userId);
  const tried = await countWorkerTry(deps.db, target, deps.clock.now(), deps.policy());
  if (!count.admitted || !tried.admitted) return refuse(deps, attempt, count, { why: 'locked', userId });
  if (!(await isRight(deps, userId, code)))
    return refuse(deps, attempt, count, { why: 'wrong_code', userId });
  await clearWorkerTries(deps.db, target);
  await rememberSignIn(deps.db, attempt, count, deps.clock.now());
  const proof = { passwordHash: account.password_hash ?? '', begunAt: new Date(facts.begunAt) };
  const session = await openSession(deps, account, { how: 'password', ...attempt, ...proof });
  if (session === undefined) throw stepOver();
  return session;
}

const isStillSame = (facts: StepFacts, account: AccountWithPassword): boolean =>
  account.id === facts.userId && account.active && account.has_second_factor
    ? isSamePassword(facts, account.password_hash)
    : false;

async function isRight(deps: ApiDeps, userId: number, code: string): Promise<boolean> {
  const kept = await findSecondFactor(deps.db, userId);
  const secret = kept && open(deps, kept.secret, labelOf(userId));
  if (secret === undefined || kept?.confirmed_at == null) return false;
  const step = stepOf(secret, code, deps.clock.now());
  if (step !== undefined) return takeStep(deps.db, userId, step);
  const digest = recoveryDigest(deps, userId, code);
  const left = await takeRecoveryCode(deps.db, userId, digest, deps.clock.now());
  if (left === undefined) return false;
  await noteRecovery(deps, userId, left);
  return true;
}

async function noteRecovery(deps: ApiDeps, userId: number, left: number): Promise<void> {
  const metadata = {
    actor: { id: userId, kind: 'user' },
    commandId: randomUUID(),
    occurredAt: deps.clock.now().toISOString(),
  } as const;
  await changeUser(deps.store, userId, { type: 'UseRecoveryCode', left }, { metadata });
}
