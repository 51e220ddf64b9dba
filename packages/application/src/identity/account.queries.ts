import type { UserType } from '@atelier/domain/identity/contract.ts';
import type { Holder } from '@atelier/domain/identity/principal.ts';
import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import { sql } from 'kysely';
import type { IdentityDb } from './identity.table.ts';

/** Where an account stands, as the sign-in answer gives it. */
export interface AccountSite {
  readonly id: number;
  readonly code: string;
  readonly kind: 'shop' | 'warehouse' | 'factory';
  readonly name: string;
  readonly country: string;
  readonly time_zone: string;
  readonly currency: string;
  readonly nav_code: string;
}

/** An account with its roles' permissions added up, or those of the API key it is, right now. */
export interface Account {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly last_name: string;
  readonly user_type: UserType;
  readonly site_id: number | null;
  readonly roles: readonly string[];
  readonly active: boolean;
  readonly permissions: readonly PermissionName[];
  readonly site: AccountSite | null;
}

/** The account as the domain judges its permissions. */
export const holderOf = ({ user_type: userType, site_id: siteId, roles, permissions }: Account): Holder => ({
  userType,
  siteId,
  roles,
  permissions,
});

/** The columns of an `Account`, for queries that have `users` in reach as `u`. */
export const accountColumns = sql`
  u.id, u.email, u.name, u.last_name, u.user_type, u.site_id, u.roles, u.active,
  case when u.api_key is null
       then coalesce((select array_agg(distinct held order by held)
                        from roles r cross join lateral unnest(r.permissions) held
                       where r.name = any (u.roles)), '{}')
       else array(select held from jsonb_array_elements_text(u.api_key -> 'permissions') held order by held)
  end as permissions,
  (select to_jsonb(place)
     from (select s.id, s.code, s.kind, s.name, trim(s.country) as country, s.time_zone,
                  trim(s.currency) as currency, s.nav_code
             from sites s where s.id = u.site_id) place) as site`;

/** An account, and the secret it signs in with; without one it comes by single sign-on. */
export interface AccountWithPassword extends Account {
  readonly password_hash: string | null;
  readonly must_change: boolean;
  /** Its second factor is confirmed: the password alone opens nothing. */
  readonly has_second_factor: boolean;
}

/** An account with its password's hash, by its address in lower case. */
export async function findAccountForSignIn(
  db: IdentityDb,
  email: string,
): Promise<AccountWithPassword | undefined> {
  const { rows } = await sql<AccountWithPassword>`
    select ${accountColumns}, c.password_hash, coalesce(c.must_change, false) as must_change,
           exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null)
             as has_second_factor
      from users u left join user_credentials c on c.user_id = u.id
     where u.email = ${email}`.execute(db);
  return rows[0];
}
