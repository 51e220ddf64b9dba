import type { LoginData } from '@atelier/contracts/identity/schema.ts';
import { beginSession } from '../../lib/session/session-store.ts';

/** A sign-in whose password fitted and that has another step before it is a session of this window (product/identity.md §1, §10). */
export type HeldSignIn = { readonly password: string } & (
  | { readonly kind: 'code'; readonly step: string }
  | { readonly kind: 'password' | 'enrol'; readonly login: LoginData }
);

export type OnHeld = (held: HeldSignIn) => void;

/** A sign-in after its next step; only the response before it says that it is the account's first. */
export const continued = (login: LoginData, before: LoginData): LoginData =>
  before.first_sign_in ? { ...login, first_sign_in: true } : login;

/** Begins the session, or the step that comes before it. */
export async function proceed(login: LoginData, password: string, onHeld: OnHeld): Promise<void> {
  if (login.password_change_required) return onHeld({ kind: 'password', login, password });
  if (login.second_factor_required) return onHeld({ kind: 'enrol', login, password });
  await beginSession(login, 'old');
}
