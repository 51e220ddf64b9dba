import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { changeCredential } from '../shared/recorded/record-credential.commands.ts';
import { accountColumns, type Account } from './account.queries.ts';
import type { IdentityDb } from './identity.table.ts';

/** How long a person may take at the provider. */
export const SSO_ATTEMPT_MS = 10 * 60_000;

/** A sign-in under way at the provider. State and browser secret are only ever stored as digests. */
export interface SsoAttempt {
  readonly state: string;
  /** What the browser that began must show when it comes back. */
  readonly browser: string;
  /** PKCE verifier (RFC 7636). */
  readonly verifier: string;
  readonly nonce: string;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

export async function insertSsoAttempt(db: IdentityDb, attempt: SsoAttempt, now: Date): Promise<void> {
  await db.deleteFrom('sso_attempts').where('expires_at', '<', now).execute();
  await db
    .insertInto('sso_attempts')
    .values({
      state_hash: digest(attempt.state),
      browser_hash: digest(attempt.browser),
      verifier: attempt.verifier,
      nonce: attempt.nonce,
      expires_at: new Date(now.getTime() + SSO_ATTEMPT_MS),
    })
    .execute();
}

type BegunAttempt = Pick<SsoAttempt, 'verifier' | 'nonce'> & { readonly begunAt: Date };

/**
 * Takes an attempt out of use, whatever comes of it: a state is good once. Undefined when there is none, it is too
 * old, or another browser began it.
 */
export async function consumeSsoAttempt(
  db: IdentityDb,
  state: string,
  browser: string,
  now: Date,
): Promise<BegunAttempt | undefined> {
  const found = await db
    .deleteFrom('sso_attempts')
    .where('state_hash', '=', digest(state))
    .returning(['browser_hash', 'verifier', 'nonce', 'expires_at'])
    .executeTakeFirst();
  if (found === undefined || found.expires_at.getTime() <= now.getTime()) return undefined;
  if (!found.browser_hash.equals(digest(browser))) return undefined;
  return { ...found, begunAt: new Date(found.expires_at.getTime() - SSO_ATTEMPT_MS) };
}

/** A person as the provider names them: `subject` is for ever, the address may change hands. */
export interface SsoPerson {
  readonly issuer: string;
  readonly subject: string;
  /** In lower case; undefined unless the provider says it is verified. */
  readonly email: string | undefined;
}

export type SsoMatch =
  | { readonly kind: 'linked'; readonly account: Account }
  | { readonly kind: 'by-address'; readonly account: Account }
  /** The account of this address belongs to another person at this provider. */
  | { readonly kind: 'mismatch'; readonly account: Account }
  | { readonly kind: 'unknown' };

/** The account of a person of the provider: by subject, or by its verified address where none is bound yet. */
export async function matchSsoPerson(db: IdentityDb, person: SsoPerson): Promise<SsoMatch> {
  const { rows } = await sql<Account & { subject: string | null }>`
    select ${accountColumns}, i.subject
      from users u left join user_identities i on i.user_id = u.id and i.issuer = ${person.issuer}
     where i.subject = ${person.subject} or u.email = ${person.email ?? null}
     order by (i.subject = ${person.subject}) desc nulls last limit 1`.execute(db);
  const [found] = rows;
  if (found === undefined) return { kind: 'unknown' };
  const { subject, ...account } = found;
  if (subject === null) return { kind: 'by-address', account };
  return { kind: subject === person.subject ? 'linked' : 'mismatch', account };
}

/** Binds a person of the provider to an account, once. False when another was faster. */
export async function linkSsoPerson(
  db: IdentityDb,
  person: SsoPerson,
  userId: number,
  now: Date,
): Promise<boolean> {
  const { issuer, subject } = person;
  return changeCredential(db, 'identity', userId, now, async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('user_identities')
      .values({ issuer, subject, user_id: userId, linked_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return { value: (numInsertedOrUpdatedRows ?? 0n) > 0n };
  });
}
