import { MAX_FAILURES_EVERYWHERE } from '@atelier/domain/identity/sign-in.ts';
import type { Policy } from '@atelier/domain/policy.ts';
import { sql } from 'kysely';
import type { IdentityDb } from './identity.table.ts';

const EVERYWHERE = '*';
const FORGOTTEN_AFTER_MS = 24 * 3_600_000;

/** Keyed digests of who tries and from where. */
export interface Attempt {
  readonly account: string;
  readonly address: string;
}

/** After how many failures, and for how long, a door stays shut. */
export type LockTerms = Pick<Policy, 'loginFailures' | 'loginLockMs'>;

export interface AttemptCount {
  /** Whether this attempt may go on to the password. */
  readonly admitted: boolean;
  /** Attempts counted at this address since the last success or lock, this one included. */
  readonly failures: number;
  readonly lockedUntil: Date | null;
}

/**
 * Counts an attempt as failed *before* its password is looked at: fifty at once then cannot all slip through
 * under the limit of five. A success takes its count back (`clearAttempts`).
 */
export async function countAttempt(
  db: IdentityDb,
  attempt: Attempt,
  now: Date,
  { loginFailures: most, loginLockMs: lockMs }: LockTerms,
): Promise<AttemptCount> {
  const here = await count(db, attempt, { most, lockMs }, now);
  if (here.failures > most) return { ...here, admitted: false };
  const everywhere = { most: MAX_FAILURES_EVERYWHERE, lockMs };
  const wide = await count(db, { ...attempt, address: EVERYWHERE }, everywhere, now);
  if (wide.failures > MAX_FAILURES_EVERYWHERE) return { ...wide, admitted: false };
  return { ...here, admitted: true };
}

interface Counted {
  readonly failures: number;
  readonly lockedUntil: Date | null;
}

/** One statement, hence atomic: a lock that is over starts a new count, the last failure of a count locks. */
async function count(
  db: IdentityDb,
  attempt: Attempt,
  { most, lockMs }: { readonly most: number; readonly lockMs: number },
  now: Date,
): Promise<Counted> {
  const until = new Date(now.getTime() + lockMs);
  const { rows } = await sql<Counted>`
    insert into login_attempts as held (account, address, failures, last_at, locked_until)
    values (${attempt.account}, ${attempt.address}, 1, ${now}, null)
    on conflict (account, address) do update set
      last_at = ${now},
      failures = case when held.locked_until <= ${now} then 1 else held.failures + 1 end,
      locked_until = case when held.locked_until <= ${now} then null
                          when held.failures + 1 >= ${most} and held.locked_until is null then ${until}::timestamptz
                          else held.locked_until end
    returning failures, locked_until as "lockedUntil"`.execute(db);
  const [counted] = rows;
  if (counted === undefined) throw new Error('counting an attempt answered nothing');
  return counted;
}

/** A success resets the count (product.md §4). */
export async function clearAttempts(db: IdentityDb, attempt: Attempt): Promise<void> {
  await db
    .deleteFrom('login_attempts')
    .where('account', '=', attempt.account)
    .where('address', 'in', [attempt.address, EVERYWHERE])
    .execute();
}

/** Counts that nobody added to for a day are forgotten. */
export async function purgeAttempts(db: IdentityDb, now: Date): Promise<void> {
  const before = new Date(now.getTime() - FORGOTTEN_AFTER_MS);
  await db.deleteFrom('login_attempts').where('last_at', '<', before).execute();
}
