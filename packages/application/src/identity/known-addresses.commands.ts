import { FAMILIAR_MS, MAX_STRANGERS_FAILURES, STRANGERS_WAIT_MS } from '@atelier/domain/identity/sign-in.ts';
import { countFailure, isShut, takeFailureBack } from '../shared/failure-count.ts';
import type { Counted } from '../shared/failure-count.ts';
import type { IdentityDb } from './identity.table.ts';

/** All accounts that are strangers at an address, counted together (docs/decisions/0082). */
const STRANGERS = '*';
const TERMS = {
  most: MAX_STRANGERS_FAILURES,
  lockMs: STRANGERS_WAIT_MS,
  quietMs: STRANGERS_WAIT_MS,
} as const;

interface Line {
  readonly account: string;
  readonly address: string;
}

/** Whether this account has signed in from this address lately. */
export async function isFamiliar(db: IdentityDb, line: Line, now: Date): Promise<boolean> {
  const known = await db
    .selectFrom('familiar_lines')
    .select('last_at')
    .where('account', '=', line.account)
    .where('address', '=', line.address)
    .where('last_at', '>', new Date(now.getTime() - FAMILIAR_MS))
    .executeTakeFirst();
  return known !== undefined;
}

/** Counts a stranger's attempt at an address as failed, before its password is looked at. */
export async function countStranger(
  db: IdentityDb,
  address: string,
  now: Date,
): Promise<Counted & { readonly admitted: boolean }> {
  const counted = await countFailure(db, { account: STRANGERS, address }, TERMS, now);
  return { ...counted, admitted: !isShut(counted, TERMS.most) };
}

/** A stranger's success takes back its own one; what others failed at stays counted. */
export async function takeStrangerBack(db: IdentityDb, address: string): Promise<void> {
  await takeFailureBack(db, { account: STRANGERS, address }, TERMS.most);
}

export async function rememberLine(db: IdentityDb, { account, address }: Line, now: Date): Promise<void> {
  await db
    .insertInto('familiar_lines')
    .values({ account, address, last_at: now })
    .onConflict((line) => line.columns(['account', 'address']).doUpdateSet({ last_at: now }))
    .execute();
}

export async function purgeFamiliarLines(db: IdentityDb, now: Date): Promise<void> {
  const before = new Date(now.getTime() - FAMILIAR_MS);
  await db.deleteFrom('familiar_lines').where('last_at', '<=', before).execute();
}
