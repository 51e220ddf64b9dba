import type { UserType } from '@atelier/domain/identity/contract.ts';
import { IDLE_MS } from '@atelier/domain/identity/sign-in.ts';
import { sql } from 'kysely';
import type { IdentityDb, RoleRow } from './identity.table.ts';

export interface UserFilter {
  readonly page: number;
  readonly pageSize: number;
  readonly search?: string | undefined;
  readonly userType?: UserType | undefined;
  readonly siteId?: number | undefined;
  readonly active?: boolean | undefined;
}

/** An account as its managers see it; locks are queried by its address's digest. */
export interface UserRecord {
  readonly id: number;
  readonly version: number;
  readonly email: string;
  readonly name: string;
  readonly last_name: string;
  readonly user_type: UserType;
  readonly site: {
    readonly id: number;
    readonly code: string;
    readonly name: string;
    readonly kind: string;
  } | null;
  readonly roles: string[];
  readonly active: boolean;
  readonly sso: boolean;
  readonly has_password: boolean;
  readonly has_second_factor: boolean;
  readonly open_sessions: number;
  readonly last_seen_at: Date | null;
}

/** The accounts, by name, and how many there are. */
export async function listUsers(
  db: IdentityDb,
  filter: UserFilter,
  now: Date,
): Promise<{ readonly users: UserRecord[]; readonly total: number }> {
  const where = conditions(filter);
  const { rows } = await sql<UserRecord>`
    ${records(now)} and ${where} order by u.name, u.id
    limit ${filter.pageSize} offset ${(filter.page - 1) * filter.pageSize}`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*) as total from users u where u.api_key is null and ${where}`.execute(db);
  return { users: rows, total: counted.rows[0]?.total ?? 0 };
}

export async function findUser(db: IdentityDb, id: number, now: Date): Promise<UserRecord | undefined> {
  const { rows } = await sql<UserRecord>`${records(now)} and u.id = ${id}`.execute(db);
  return rows[0];
}

/** API keys are accounts too, and have a separate list. */
function records(now: Date) {
  const since = new Date(now.getTime() - IDLE_MS);
  return sql`
    select u.id, u.version, u.email, u.name, u.last_name, u.user_type, u.roles, u.active,
           (select jsonb_build_object('id', s.id, 'code', s.code, 'name', s.name, 'kind', s.kind)
              from sites s where s.id = u.site_id) as site,
           exists (select from user_identities i where i.user_id = u.id) as sso,
           exists (select from user_credentials c where c.user_id = u.id) as has_password,
           exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null)
             as has_second_factor,
           (select count(*) from sessions x
             where x.user_id = u.id and x.revoked_at is null and x.ends_at > ${now} and (x.last_seen_at > ${since} or x.kind = 'wall')
           ) as open_sessions,
           (select max(x.last_seen_at) from sessions x where x.user_id = u.id) as last_seen_at
      from users u where u.api_key is null`;
}

function conditions({ search, userType, siteId, active }: UserFilter) {
  const part = `%${(search ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql`${search === undefined || search === '' ? sql`true` : sql`(u.name ilike ${part} or u.email ilike ${part})`}
    and ${userType === undefined ? sql`true` : sql`u.user_type = ${userType}`}
    and ${siteId === undefined ? sql`true` : sql`u.site_id = ${siteId}`}
    and ${active === undefined ? sql`true` : sql`u.active = ${active}`}`;
}

/** Which of these accounts' digests are locked somewhere now. */
export async function findLocked(
  db: IdentityDb,
  accounts: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (accounts.length === 0) return new Set();
  const rows = await db
    .selectFrom('login_attempts')
    .select('account')
    .where('account', 'in', [...accounts])
    .where('locked_until', '>', now)
    .execute();
  return new Set(rows.map(({ account }) => account));
}

export function listRoles(db: IdentityDb): Promise<Pick<RoleRow, 'id' | 'name' | 'permissions'>[]> {
  return db.selectFrom('roles').select(['id', 'name', 'permissions']).orderBy('id').execute();
}

/** Active accounts of the house besides this one that may manage accounts: the last of them must stay. */
export async function countOtherManagers(db: IdentityDb, userId: number): Promise<number> {
  const { rows } = await sql<{ managers: number }>`
    select count(*) as managers from users u
     where u.active and u.user_type = 'admin' and u.site_id is null and u.id <> ${userId}
       and exists (select from roles r where r.name = any (u.roles) and 'manage user' = any (r.permissions))`.execute(
    db,
  );
  return rows[0]?.managers ?? 0;
}

/** A role as the screen that edits it needs it. */
export interface RoleRecord extends Pick<RoleRow, 'id' | 'name' | 'permissions'> {
  readonly version: number;
  /** Active accounts that have it. */
  readonly accounts: number;
}

/** The roles with how many active accounts have each; with an id that one alone. */
export async function listRoleRecords(db: IdentityDb, id?: number): Promise<readonly RoleRecord[]> {
  const { rows } = await sql<RoleRecord>`
    select r.id, r.name, r.permissions, r.version,
           (select count(*) from users u where u.active and u.api_key is null and r.name = any (u.roles)) as accounts
      from roles r where ${id === undefined ? sql`true` : sql`r.id = ${id}`} order by r.id`.execute(db);
  return rows;
}
