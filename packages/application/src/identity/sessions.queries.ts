import { createHash } from 'node:crypto';
import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import { sql } from 'kysely';
import { accountColumns, type Account } from './account.queries.ts';
import type { IdentityDb, SessionKind } from './identity.table.ts';
import { batchRequests } from '../shared/batch-requests.ts';

/**
 * Channel on which nodes notify each other of sessions: an id alone has ended, `~id` has another user now
 * (a worker signed in or out).
 */
export const SESSIONS_CHANNEL = 'atelier_sessions';
export const CHANGED_MARK = '~';

/** A session and the account behind it, both as they are now. */
export interface FoundSession {
  readonly sessionId: string;
  readonly kind: SessionKind;
  readonly rights: string;
  readonly worker: SessionWorker | null;
  readonly workerSeenAt: Date | null;
  readonly lastSeenAt: Date;
  readonly endsAt: Date;
  readonly revokedAt: Date | null;
  /** It began with a password that another person set: nothing but changing it is allowed. */
  readonly mustChangePassword: boolean;
  readonly hasSecondFactor: boolean;
  readonly account: Account;
}

/** The factory hand signed in on top of a station's account, as they are now. */
export interface SessionWorker {
  readonly id: number;
  readonly work_id: string;
  readonly name: string;
  readonly active: boolean;
  readonly permissions: readonly PermissionName[];
}

/** Only this digest of a token is ever stored. Tokens are 256 random bits, so no salt is needed. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** What the sign-in's event says of the session it began: a digest of what the database keeps of its token. */
export const sessionDigest = (kept: Buffer): string => createHash('sha256').update(kept).digest('hex');

/** Digest of everything an account may do: kept at sign-in, compared at every look. */
export function rightsOf(
  account: Pick<Account, 'active' | 'user_type' | 'site_id' | 'roles' | 'permissions'>,
): string {
  const { active, user_type, site_id, roles, permissions } = account;
  const facts = JSON.stringify([active, user_type, site_id, roles.toSorted(), permissions.toSorted()]);
  return createHash('sha256').update(facts).digest('base64url');
}

/** The digest a session keeps. A wall's differs from a person's, so a node that knows no walls ends it. */
export const sessionRights = (kind: SessionKind, account: Parameters<typeof rightsOf>[0]): string =>
  kind === 'wall' ? `wall ${rightsOf(account)}` : rightsOf(account);

type FlatSession = Account & {
  session_id: string;
  kind: SessionKind;
  rights: string;
  worker: SessionWorker | null;
  worker_seen_at: Date | null;
  last_seen_at: Date;
  ends_at: Date;
  revoked_at: Date | null;
  must_change: boolean;
  has_second_factor: boolean;
};

/** The session of a token, ended or not; undefined for a token that was never issued. */
export async function findSessionByToken(db: IdentityDb, token: string): Promise<FoundSession | undefined> {
  const found = await findSessions(db, sql`x.token_hash = ${tokenHash(token)}`);
  return found[0];
}

/** Read after it was asked for, with all others that are asked for meanwhile. */
export const findSessionById = batchRequests(
  async (db: IdentityDb, ids: readonly string[]): Promise<readonly (FoundSession | undefined)[]> => {
    const byId = new Map((await findSessionsById(db, ids)).map((session) => [session.sessionId, session]));
    return ids.map((id) => byId.get(id));
  },
);

/** Those of the sessions that there are, ended or not. */
export function findSessionsById(db: IdentityDb, ids: readonly string[]): Promise<readonly FoundSession[]> {
  return findSessions(db, sql`x.id = any(${ids}::uuid[])`);
}

async function findSessions(
  db: IdentityDb,
  condition: ReturnType<typeof sql>,
): Promise<readonly FoundSession[]> {
  const { rows } = await sql<FlatSession>`
    select x.id as session_id, x.kind, x.rights, x.worker_seen_at, x.last_seen_at, x.ends_at, x.revoked_at,
           (x.kind = 'password' and exists (select from user_credentials c where c.user_id = x.user_id and c.must_change))
             as must_change,
           exists (select from second_factors f where f.user_id = x.user_id and f.confirmed_at is not null)
             as has_second_factor,
           ${accountColumns},
           (select to_jsonb(hand)
              from (select w.id, w.work_id, w.name, w.active, coalesce(wr.permissions, '{}') as permissions
                      from worker_row w left join worker_role_row wr on wr.key = w.role_key
                     where w.id = x.worker_id) hand) as worker
      from sessions x join users u on u.id = x.user_id
     where ${condition}`.execute(db);
  return rows.map(unflatten);
}

function unflatten(row: FlatSession): FoundSession {
  const { session_id, kind, rights, worker, worker_seen_at, last_seen_at, ends_at, ...rest } = row;
  const { revoked_at, must_change, has_second_factor, ...account } = rest;
  return {
    sessionId: session_id,
    kind,
    rights,
    worker,
    workerSeenAt: worker_seen_at,
    lastSeenAt: last_seen_at,
    endsAt: ends_at,
    revokedAt: revoked_at,
    mustChangePassword: must_change,
    hasSecondFactor: has_second_factor,
    account,
  };
}

/** Whether the account has ever signed in, as far as ended sessions are kept. */
export async function hasSessions(db: IdentityDb, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Which of these sessions ended since: for a node that may have missed a call. */
export async function findRevokedSince(db: IdentityDb, since: Date): Promise<readonly string[]> {
  const rows = await db.selectFrom('sessions').select('id').where('revoked_at', '>', since).execute();
  return rows.map((row) => row.id);
}
