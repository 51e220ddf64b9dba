import { KNOWN_ADDRESS_MS, MAX_UNKNOWN_FAILURES, UNKNOWN_WAIT_MS } from '@atelier/domain/identity/sign-in.ts';
import { countFailure, isShut, takeFailureBack, type Counted } from '../shared/failure-count.ts';
import type { IdentityDb } from './identity.table.ts';

/** All accounts that never signed in at an address, counted together (docs/decisions/0082). */
const UNKNOWN_ACCOUNTS = '*';
const TERMS = {
  most: MAX_UNKNOWN_FAILURES,
  lockMs: UNKNOWN_WAIT_MS,
  quietMs: UNKNOWN_WAIT_MS,
} as const;

/** Keyed digests of the account and of the address it is tried from. */
interface Attempted {
  readonly account: string;
  readonly address: string;
}

/** Whether this account has signed in from this address lately. */
export async function isKnownAddress(
  db: IdentityDb,
  { account, address }: Attempted,
  now: Date,
): Promise<boolean> {
  const known = await db
    .selectFrom('familiar_lines')
    .select('last_at')
    .where('account', '=', account)
    .where('address', '=', address)
    .where('last_at', '>', new Date(now.getTime() - KNOWN_ADDRESS_MS))
    .executeTakeFirst();
  return known !== undefined;
}

/** Counts a failed attempt at an address by an account that never signed in there, before its password is checked. */
export async function countUnknown(
  db: IdentityDb,
  address: string,
  now: Date,
): Promise<Counted & { readonly admitted: boolean }> {
  const counted = await countFailure(db, { account: UNKNOWN_ACCOUNTS, address }, TERMS, now);
  return { ...counted, admitted: !isShut(counted, TERMS.most) };
}

/** A success of such an account takes back its own failure; those of others stay counted. */
export async function takeUnknownBack(db: IdentityDb, address: string): Promise<void> {
  await takeFailureBack(db, { account: UNKNOWN_ACCOUNTS, address }, TERMS.most);
}

export async function noteKnownAddress(
  db: IdentityDb,
  { account, address }: Attempted,
  now: Date,
): Promise<void> {
  await db
    .insertInto('familiar_lines')
    .values({ account, address, last_at: now })
    .onConflict((row) => row.columns(['account', 'address']).doUpdateSet({ last_at: now }))
    .execute();
}

export async function purgeKnownAddresses(db: IdentityDb, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KNOWN_ADDRESS_MS);
  await db.deleteFrom('familiar_lines').where('last_at', '<=', before).execute();
}
