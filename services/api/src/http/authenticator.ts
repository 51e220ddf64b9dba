import type { Principal } from '@atelier/domain/identity/principal.ts';

/** What a bearer token turns out to be. */
export type Authentication =
  | { readonly state: 'ok'; readonly principal: Principal }
  | { readonly state: 'unknown' }
  | { readonly state: 'ended'; readonly reason: 'expired' | 'revoked' | 'rights_changed' }
  /** The key of another system, which no sign-in can renew. */
  | { readonly state: 'key_ended'; readonly reason: 'expired' | 'revoked' };

export interface Authenticator {
  authenticate(token: string): Promise<Authentication>;
  /** Drops what is remembered of a session, because it has ended or changed. */
  forget(sessionId: string): void;
}
