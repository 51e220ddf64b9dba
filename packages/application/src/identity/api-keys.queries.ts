import type { ApiKeyView } from '@atelier/contracts/identity/api-key-schema.ts';
import { lastDayOf } from '@atelier/domain/identity/api-keys.ts';
import { API_KEY_PREFIX, type UserType } from '@atelier/domain/identity/contract.ts';
import { permissionsInForce } from '@atelier/domain/identity/house.ts';
import { sql } from 'kysely';
import type { ApiKeyFacts, IdentityDb } from './identity.table.ts';

interface ApiKeyRecord {
  readonly id: number;
  readonly version: number;
  readonly active: boolean;
  readonly api_key: ApiKeyFacts;
  readonly user_type: UserType;
  readonly made_by: string;
  readonly maker_active: boolean;
  readonly site: ApiKeyView['site'];
  readonly last_used_at: Date | null;
}

const records = sql`
  select u.id, u.version, u.active, u.user_type, u.api_key, coalesce(m.name, '') as made_by,
         coalesce(m.active, false) as maker_active,
         (select jsonb_build_object('id', s.id, 'code', s.code, 'name', s.name, 'kind', s.kind)
            from sites s where s.id = u.site_id) as site,
         (select max(x.last_seen_at) from sessions x where x.user_id = u.id and x.last_seen_at >= x.created_at)
           as last_used_at
    from users u left join users m on m.id = (u.api_key ->> 'made_by')::bigint
   where u.api_key is not null`;

/** The keys, and how many there are: first those in use whose maker's account is inactive, then the newest. */
export async function listApiKeys(
  db: IdentityDb,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
  now: Date,
): Promise<{ readonly keys: ApiKeyView[]; readonly total: number }> {
  const { rows } = await sql<ApiKeyRecord>`
    ${records}
     order by (u.active and (u.api_key ->> 'expires_at')::timestamptz > ${now} and m.active is not true) desc, u.id desc
     limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*) as total from users where api_key is not null`.execute(db);
  return { keys: rows.map((row) => viewOf(row, now)), total: counted.rows[0]?.total ?? 0 };
}

export async function findApiKey(db: IdentityDb, id: number, now: Date): Promise<ApiKeyView | undefined> {
  const { rows } = await sql<ApiKeyRecord>`${records} and u.id = ${id}`.execute(db);
  return rows[0] && viewOf(rows[0], now);
}

function viewOf(
  { api_key: key, user_type: userType, active, last_used_at: usedAt, ...record }: ApiKeyRecord,
  now: Date,
): ApiKeyView {
  const isExpired = Date.parse(key.expires_at) <= now.getTime();
  return {
    ...record,
    name: key.name,
    begins: `${API_KEY_PREFIX}${record.id}_`,
    permissions: [...permissionsInForce(key.permissions, { userType, siteId: record.site?.id })],
    state: active ? (isExpired ? 'expired' : 'active') : 'revoked',
    last_day: lastDayOf(key.expires_at),
    expires_at: key.expires_at,
    made_at: key.made_at,
    last_used_at: usedAt?.toISOString() ?? null,
  };
}
