import { createHmac, hkdfSync } from 'node:crypto';
import type { Attempt } from '@atelier/application/identity/login-attempts.commands.ts';
import type { ApiDeps } from '../http/deps.ts';

type Deps = Pick<ApiDeps, 'masterKey'>;

/** Keyed digests: a series of attempts shows as one, and no table or event holds an address or a name. */
export function digestsOf(deps: Deps, email: string, address: string): Attempt {
  const key = Buffer.from(hkdfSync('sha256', deps.masterKey, '', 'sign-in attempts', 32));
  const digest = (text: string): string =>
    createHmac('sha256', key).update(text).digest('base64url').slice(0, 22);
  return { account: digest(`account ${email}`), address: digest(`address ${address}`) };
}

/** What wrong PINs of a worker are counted under. */
export const pinTarget = (deps: Deps, workerId: number): string =>
  digestsOf(deps, `pin of worker ${workerId}`, '').account;
