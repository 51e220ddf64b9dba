import type { Attempt } from '@atelier/application/identity/login-attempts.commands.ts';
import { attemptDigest } from '@atelier/application/shared/attempt-digest.ts';
import type { ApiDeps } from '../http/deps.ts';

type Deps = Pick<ApiDeps, 'masterKey'>;

/** Keyed digests: a series of attempts shows as one, and no table or event holds an address or a name. */
export function digestsOf(deps: Deps, email: string, address: string): Attempt {
  const { masterKey } = deps;
  return {
    account: attemptDigest(masterKey, `account ${email}`),
    address: attemptDigest(masterKey, `address ${address}`),
  };
}

/** What wrong PINs of a worker are counted under. */
export const pinTarget = (deps: Deps, workerId: number): string =>
  digestsOf(deps, `pin of worker ${workerId}`, '').account;
