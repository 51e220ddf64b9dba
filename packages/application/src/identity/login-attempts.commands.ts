import {
  MAX_FAILURES_EVERYWHERE,
  MAX_UNKNOWN_FAILURES,
  UNKNOWN_WAIT_MS,
} from '@atelier/domain/identity/sign-in.ts';
import type { Policy } from '@atelier/domain/policy.ts';
import { sql } from 'kysely';
import { countFailure, isShut, takeFailureBack, type Counted } from '../shared/failure-count.ts';
import type { IdentityDb } from './identity.table.ts';
import {
  countUnknown,
  isKnownAddress,
  purgeKnownAddresses,
  noteKnownAddress,
  takeUnknownBack,
} from './known-addresses.commands.ts';

const EVERYWHERE = '*';
const FORGOTTEN_AFTER_MS = 24 * 3_600_000;

/** Keyed digests of who tries and from where. */
export interface Attempt {
  readonly account: string;
  readonly address: string;
}

/** After how many failures, and for how long, sign-in stays locked. */
export type LockTerms = Pick<Policy, 'loginFailures' | 'loginLockMs'>;

export interface AttemptCount extends Counted {
  /** Whether this attempt may go on to the password. */
  readonly admitted: boolean;
}

export interface AddressCount extends AttemptCount {
  /** Whether this account has never signed in from this address (docs/decisions/0082). */
  readonly isUnknown: boolean;
}

/**
 * Counts an attempt as failed *before* its password is checked: fifty at once then cannot all slip through
 * under the limit of five. A success takes its count back (`clearAttempts`).
 */
export async function countAttempt(
  db: IdentityDb,
  attempt: Attempt,
  now: Date,
  terms: LockTerms,
): Promise<AttemptCount> {
  const here = await countHere(db, attempt, now, terms);
  return here.admitted ? countEverywhere(db, attempt, now, terms, here) : here;
}

/**
 * The same for an address that others use too: failures of many accounts there lock it for those
 * who never signed in there. `rememberSignIn` takes the count back. Where the account has signed in before, only failures at that
 * address lock it: guessing from elsewhere does not shut the owner out.
 */
export async function countAttemptAtAddress(
  db: IdentityDb,
  attempt: Attempt,
  now: Date,
  terms: LockTerms,
): Promise<AddressCount> {
  const here = await countHere(db, attempt, now, terms);
  const isUnknown = !(await isKnownAddress(db, attempt, now));
  if (!here.admitted) return { ...here, isUnknown };
  const shared = isUnknown ? await countUnknown(db, attempt.address, now) : undefined;
  if (shared?.admitted === false) return { ...shared, isUnknown };
  const everywhere = await countEverywhere(db, attempt, now, terms, here);
  return { ...(isUnknown ? everywhere : here), isUnknown };
}

async function countHere(
  db: IdentityDb,
  attempt: Attempt,
  now: Date,
  { loginFailures: most, loginLockMs: lockMs }: LockTerms,
): Promise<AttemptCount> {
  const here = await countFailure(db, attempt, { most, lockMs }, now);
  return { ...here, admitted: !isShut(here, most) };
}

async function countEverywhere(
  db: IdentityDb,
  attempt: Attempt,
  now: Date,
  { loginLockMs: lockMs }: LockTerms,
  here: AttemptCount,
): Promise<AttemptCount> {
  const most = MAX_FAILURES_EVERYWHERE;
  const wide = await countFailure(db, { ...attempt, address: EVERYWHERE }, { most, lockMs }, now);
  return isShut(wide, most) ? { ...wide, admitted: false } : here;
}

/** Failures at a station that a colleague's success does not reset, as many as of unknown accounts at one address. */
const GUESSES = { most: MAX_UNKNOWN_FAILURES, lockMs: UNKNOWN_WAIT_MS, quietMs: UNKNOWN_WAIT_MS } as const;
/** Failures of one code only say how many of the guesses to take back; they lock nothing. */
const OF_ONE_CODE = { most: 2_147_483_647, lockMs: 0, quietMs: UNKNOWN_WAIT_MS } as const;

/** A code that is shown at a station, as keyed digests. */
export interface StationAttempt extends Attempt {
  readonly code: string;
}

const guessesOf = ({ account }: StationAttempt) => ({ account, address: EVERYWHERE });

/**
 * Counts a code shown at a station as failed before it is looked up. Any success resets the short count; guesses are counted beside it,
 * and a success takes back only those of the same code.
 */
export async function countStationTry(
  db: IdentityDb,
  station: StationAttempt,
  now: Date,
  terms: LockTerms,
): Promise<AttemptCount> {
  const here = await countHere(db, station, now, terms);
  if (!here.admitted) return here;
  const guesses = await countFailure(db, guessesOf(station), GUESSES, now);
  return isShut(guesses, GUESSES.most) ? { ...guesses, admitted: false } : here;
}

/** A code was refused at a station: its later success takes this failure back as well. */
export async function noteStationFailure(
  db: IdentityDb,
  { account, code }: StationAttempt,
  now: Date,
): Promise<void> {
  await countFailure(db, { account, address: code }, OF_ONE_CODE, now);
}

/** A code was taken at a station: neither it nor its earlier failures were guesses. */
export async function clearStationTries(db: IdentityDb, station: StationAttempt): Promise<void> {
  const { account, address, code } = station;
  const { rows } = await sql<{ address: string; failures: number }>`
    delete from login_attempts where account = ${account} and address in (${address}, ${code})
    returning address, failures`.execute(db);
  const own = rows.find((row) => row.address === code)?.failures ?? 0;
  await takeFailureBack(db, guessesOf(station), GUESSES.most, own);
}

/** A badge was asked for its PIN: that is how its worker begins, and no guess. */
export async function takeStationTryBack(
  db: IdentityDb,
  station: StationAttempt,
  { loginFailures }: LockTerms,
): Promise<void> {
  await takeFailureBack(db, station, loginFailures);
  await takeFailureBack(db, guessesOf(station), GUESSES.most);
}

/** A success resets the count (product/identity.md §2). */
export async function clearAttempts(db: IdentityDb, attempt: Attempt): Promise<void> {
  await db
    .deleteFrom('login_attempts')
    .where('account', '=', attempt.account)
    .where('address', 'in', [attempt.address, EVERYWHERE])
    .execute();
}

/** A success at an address: the count is reset, and from now on the address is known for this account. */
export async function rememberSignIn(
  db: IdentityDb,
  attempt: Attempt,
  count: AddressCount,
  now: Date,
): Promise<void> {
  await clearAttempts(db, attempt);
  if (count.isUnknown) await takeUnknownBack(db, attempt.address);
  await noteKnownAddress(db, attempt, now);
}

/** The password fitted and a code is asked for: only this attempt's own failure is taken back, so that codes cannot be guessed. */
export async function takeAttemptBack(
  db: IdentityDb,
  attempt: Attempt,
  { isUnknown }: Pick<AddressCount, 'isUnknown'>,
  { loginFailures }: LockTerms,
): Promise<void> {
  await takeFailureBack(db, attempt, loginFailures);
  await takeFailureBack(db, { ...attempt, address: EVERYWHERE }, MAX_FAILURES_EVERYWHERE);
  if (isUnknown) await takeUnknownBack(db, attempt.address);
}

/** Deletes counts without additions for a day, and lines not used for long. */
export async function purgeAttempts(db: IdentityDb, now: Date): Promise<void> {
  const before = new Date(now.getTime() - FORGOTTEN_AFTER_MS);
  await db.deleteFrom('login_attempts').where('last_at', '<', before).execute();
  await purgeKnownAddresses(db, now);
}

/** Lifts an account's locks and counts, at every address. */
export async function forgetAttempts(db: IdentityDb, account: string): Promise<void> {
  await db.deleteFrom('login_attempts').where('account', '=', account).execute();
}
