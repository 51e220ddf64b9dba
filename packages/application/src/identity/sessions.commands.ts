import { sql } from 'kysely';
import type { Account } from './account.queries.ts';
import type { IdentityDb, SessionKind } from './identity.table.ts';
import { CHANGED_MARK, rightsOf, SESSIONS_CHANNEL, tokenHash } from './sessions.queries.ts';

export interface NewSession {
  readonly id: string;
  readonly token: string;
  readonly kind: SessionKind;
  readonly account: Account;
  readonly now: Date;
  readonly endsAt: Date;
}

export async function insertSession(db: IdentityDb, session: NewSession): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      id: session.id,
      token_hash: tokenHash(session.token),
      user_id: session.account.id,
      kind: session.kind,
      rights: rightsOf(session.account),
      created_at: session.now,
      last_seen_at: session.now,
      ends_at: session.endsAt,
    })
    .execute();
}

/**
 * Notes that a person was here, and the worker too as long as they count as signed in. Moves forward only, whatever
 * order requests arrive in.
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

/** Ends sessions and notifies every node. Answers the ids that were still open. */
export async function revokeSessions(
  db: IdentityDb,
  which: { readonly id: string } | { readonly userId: number },
  now: Date,
): Promise<readonly string[]> {
  const condition = 'id' in which ? sql`id = ${which.id}` : sql`user_id = ${which.userId}`;
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
