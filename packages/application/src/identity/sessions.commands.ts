import { sql } from 'kysely';
import type { Account } from './account.queries.ts';
import type { IdentityDb, SessionKind } from './identity.table.ts';
import { CHANGED_MARK, SESSIONS_CHANNEL, sessionRights, tokenHash } from './sessions.queries.ts';

export interface NewSession {
  readonly id: string;
  readonly token: string;
  readonly kind: SessionKind;
  readonly account: Account;
  readonly now: Date;
  readonly endsAt: Date;
  /** What the sign-in was judged by; a sign-in judged by a password that was changed since is refused. */
  readonly proof?: SignInProof;
}

export interface SignInProof {
  /** The hash that the password fitted; left out where no password was asked for. */
  readonly passwordHash?: string;
  readonly begunAt: Date;
}

/**
 * Keeps a session. False when its account was deactivated or its password changed since the sign-in began. That is read once the
 * session is stored: whatever ends an account's sessions comes before the reading, or finds this one.
 */
export async function insertSession(db: IdentityDb, session: NewSession): Promise<boolean> {
  const { id, token, kind, account, now, endsAt, proof } = session;
  const row = {
    id,
    token_hash: tokenHash(token),
    user_id: account.id,
    kind,
    rights: sessionRights(kind, account),
    created_at: now,
    last_seen_at: now,
    ends_at: endsAt,
  };
  await db.insertInto('sessions').values(row).execute();
  if (proof === undefined || (await stillHolds(db, account.id, proof))) return true;
  await revokeSessions(db, { id }, now);
  return false;
}

async function stillHolds(
  db: IdentityDb,
  userId: number,
  { passwordHash, begunAt }: SignInProof,
): Promise<boolean> {
  const { rows } = await sql<{ password_hash: string | null; changed_at: Date | null }>`
    select c.password_hash, c.changed_at
      from users u left join user_credentials c on c.user_id = u.id
     where u.id = ${userId} and u.active`.execute(db);
  const [account] = rows;
  if (account === undefined) return false;
  if (passwordHash !== undefined) return account.password_hash === passwordHash;
  return account.changed_at === null || account.changed_at.getTime() <= begunAt.getTime();
}

/**
 * Notes that a person was here, and the worker too as long as they count as signed in. Moves forward only, whatever
 * order requests arrive in. Waits for no standby, because reads call it: a failover may lose the last ten seconds of it.
 */
export async function touchSession(
  db: IdentityDb,
  id: string,
  seen: { readonly now: Date; readonly worker: boolean },
): Promise<void> {
  await sql`
    update sessions
       set last_seen_at = ${seen.now},
           worker_seen_at = case when ${seen.worker} then ${seen.now}::timestamptz else worker_seen_at end
      from (select set_config('synchronous_commit', 'local', true)) unreplicated
     where id = ${id} and last_seen_at < ${seen.now}`.execute(db);
}

/** Signs a worker in on a session, or out with null, and notifies every node. */
export async function setSessionWorker(
  db: IdentityDb,
  id: string,
  workerId: number | null,
  now: Date,
): Promise<void> {
  const seenAt = workerId === null ? null : now;
  await sql`
    with changed as (
      update sessions set worker_id = ${workerId}, worker_seen_at = ${seenAt} where id = ${id} returning id
    )
    select pg_notify(${SESSIONS_CHANNEL}, ${CHANGED_MARK} || id::text) from changed`.execute(db);
}

/** One session, or those of an account; `except` names one of them that stays. */
export type WhichSessions =
  | { readonly id: string }
  | { readonly userId: number; readonly except?: string | undefined };

/** Ends sessions and notifies every node. Answers the ids that were still open. */
export async function revokeSessions(
  db: IdentityDb,
  which: WhichSessions,
  now: Date,
): Promise<readonly string[]> {
  const condition =
    'id' in which
      ? sql`id = ${which.id}`
      : sql`user_id = ${which.userId} and id is distinct from ${which.except ?? null}::uuid`;
  const { rows } = await sql<{ id: string }>`
    with ended as (
      update sessions set revoked_at = ${now} where ${condition} and revoked_at is null returning id
    ), announced as (
      select pg_notify(${SESSIONS_CHANNEL}, id::text) from ended
    )
    select ended.id from ended left join announced on true group by ended.id`.execute(db);
  return rows.map((row) => row.id);
}

/**
 * Forgets sessions that ended long ago: until then their token still answers 499, afterwards 401. An API key's stays, so that
 * its list can say when it was used.
 */
export async function purgeSessions(db: IdentityDb, endedBefore: Date): Promise<void> {
  await db.deleteFrom('sessions').where('ends_at', '<', endedBefore).where('kind', '<>', 'key').execute();
}
