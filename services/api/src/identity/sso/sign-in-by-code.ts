import { randomUUID } from 'node:crypto';
import type { LoginData } from '@atelier/contracts/identity/schema.ts';
import { changeUser } from '@atelier/application/identity/accounts.commands.ts';
import type { Account } from '@atelier/application/identity/account.queries.ts';
import {
  consumeSsoAttempt,
  linkSsoPerson,
  matchSsoPerson,
  type SsoPerson,
} from '@atelier/application/identity/single-sign-on.commands.ts';
import { logFailure, openSession, type SignInCause, type SignInDeps } from '../sign-in.ts';
import type { ApiDeps } from '../../http/deps.ts';
import { personOf, ssoFailed, type Callback } from './provider.ts';
import { digestsOf } from '../../shared/attempt-digests.ts';

type Deps = SignInDeps & Pick<ApiDeps, 'log'>;

/**
 * A sign-in that comes back from the provider (product/identity.md §3). The state is used up in every case; the caller
 * learns one sentence, the log learns why.
 * @throws ApiError 400 `sso_failed`, 503 `sso_unavailable`
 */
export async function signInByCode(
  deps: Deps,
  callback: Callback,
  browser: string,
  address: string,
): Promise<LoginData> {
  const attempt = await consumeSsoAttempt(deps.db, callback.state, browser, deps.clock.now());
  if (attempt === undefined) throw ssoFailed();
  const person = await personOf(deps, callback, attempt);
  const account = await accountOf(deps, person, address);
  const proof = { how: 'sso', begunAt: attempt.begunAt, ...attemptOf(deps, person, address) } as const;
  const session = await openSession(deps, account, proof);
  if (session === undefined) throw ssoFailed();
  return session;
}

async function accountOf(deps: Deps, person: SsoPerson, address: string): Promise<Account> {
  const match = await matchSsoPerson(deps.db, person);
  const refuse = (why: SignInCause['why'], userId: number | null) =>
    refused(deps, person, address, { why, userId });
  if (match.kind === 'unknown') return refuse('unknown_account', null);
  const { account } = match;
  if (match.kind === 'mismatch') return refuse('other_identity', account.id);
  if (!account.active) return refuse('inactive_account', account.id);
  if (match.kind === 'linked') return account;
  const isOurs = await linkSsoPerson(deps.db, person, account.id, deps.clock.now());
  if (!isOurs) return refuse('other_identity', account.id);
  await noteLink(deps, account.id, person.issuer);
  return account;
}

/** The log knows that an account now belongs to a person of this provider, never to which. */
async function noteLink(deps: Deps, userId: number, issuer: string): Promise<void> {
  const metadata = {
    actor: { id: userId, kind: 'user' },
    commandId: randomUUID(),
    occurredAt: deps.clock.now().toISOString(),
  } as const;
  await changeUser(deps.store, userId, { type: 'LinkIdentity', issuer }, { metadata });
}

const attemptOf = (deps: Deps, person: SsoPerson, address: string) =>
  digestsOf(deps, person.email ?? person.subject, address);

async function refused(deps: Deps, person: SsoPerson, address: string, cause: SignInCause): Promise<never> {
  await logFailure(
    deps,
    attemptOf(deps, person, address),
    { admitted: true, failures: 1, lockedUntil: null },
    cause,
  );
  throw ssoFailed();
}
