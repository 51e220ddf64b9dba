import { createHash } from 'node:crypto';
import type { PhoneSignatureKind } from '@atelier/domain/customer-site/phone-signature.ts';
import type { AppDb } from '../platform/database.ts';

/** A code for a client's phone. What is signed for and the signature come sealed. */
export interface SignSession {
  readonly id: string;
  readonly kind: PhoneSignatureKind;
  readonly siteId: number | null;
  readonly asked: Buffer;
  readonly given: Buffer | null;
  readonly expiresAt: Date;
}

/** The counter that made a code. */
export interface SignCounter {
  readonly accountId: number;
  readonly siteId: number | null;
}

interface NewSignSession extends Omit<SignSession, 'given'>, SignCounter {
  readonly token: string;
  readonly siteId: number | null;
}

/** All that is kept of a code's secret, which is long and random. */
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Keeps a code, and drops those that have expired. */
export async function keepSignSession(db: AppDb, made: NewSignSession, now: Date): Promise<void> {
  const { id, token, accountId, siteId, kind, asked, expiresAt } = made;
  await sweepSignSessions({ db }, now);
  await db
    .insertInto('sign_sessions')
    .values({
      id,
      token_hash: hashOf(token),
      account_id: accountId,
      site_id: siteId,
      kind,
      asked,
      given: null,
      expires_at: expiresAt,
    })
    .execute();
}

const COLUMNS = ['id', 'kind', 'site_id as siteId', 'asked', 'given', 'expires_at as expiresAt'] as const;

/** The code with this secret; undefined once it has ended. */
export const findSignSession = (db: AppDb, token: string, now: Date): Promise<SignSession | undefined> =>
  db
    .selectFrom('sign_sessions')
    .select(COLUMNS)
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** The counter's own code; undefined for another counter's, and once it has ended. */
export const readSignSession = (
  db: AppDb,
  id: string,
  { accountId, siteId }: SignCounter,
  now: Date,
): Promise<SignSession | undefined> =>
  db
    .selectFrom('sign_sessions')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('site_id', 'is not distinct from', siteId)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Keeps the one signature of a code; false where it has one, or has ended. */
export async function keepGivenSignature(db: AppDb, id: string, given: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sign_sessions')
    .set({ given })
    .where('id', '=', id)
    .where('given', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes the counter's code with all that it holds; false where there is none. */
export async function endSignSession(
  db: AppDb,
  id: string,
  { accountId, siteId }: SignCounter,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sign_sessions')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('site_id', 'is not distinct from', siteId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Removes codes that have expired; answers how many. Any number of processes may call it. */
export async function sweepSignSessions({ db }: { readonly db: AppDb }, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sign_sessions')
    .where('expires_at', '<=', now)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
