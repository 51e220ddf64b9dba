import type { SessionView } from '@atelier/contracts/identity/schema.ts';
import { effectivePermissions } from '@atelier/domain/identity/principal.ts';
import { wallPermissions } from '@atelier/domain/identity/wall.ts';
import type { SessionWorker } from '@atelier/application/identity/sessions.queries.ts';
import { holderOf, type Account } from '@atelier/application/identity/account.queries.ts';

/** What a view says of the session beside its account. */
interface SessionFacts {
  readonly hand?: SessionWorker | undefined;
  readonly mustChangePassword?: boolean | undefined;
  readonly mustEnrol?: boolean | undefined;
  readonly wall?: boolean | undefined;
  readonly isFirst?: boolean | undefined;
}

/** The login data of product/identity.md §4, without the token. Permissions are those that count right now. */
export function sessionViewOf(
  account: Account,
  expiresAt: Date,
  { hand, mustChangePassword = false, mustEnrol = false, wall = false, isFirst = false }: SessionFacts = {},
): SessionView {
  const { site } = account;
  const worker = hand && {
    id: hand.id,
    workId: hand.work_id,
    name: hand.name,
    permissions: hand.permissions,
  };
  const held = effectivePermissions(holderOf(account), worker);
  const userinfo = {
    navcode: site?.nav_code ?? '',
    last_name: account.last_name,
    country_code: site?.country ?? '',
  };
  return {
    user: { id: account.id, user_type: account.user_type, name: account.name, email: account.email },
    roles: account.roles.map((name) => ({ name })),
    allPermission: [...(wall ? wallPermissions(held) : held)],
    userinfo: { data: [userinfo] },
    site: site === null ? null : siteViewOf(site),
    worker: worker === undefined ? null : { id: worker.id, WorkerID: worker.workId, WorkerName: worker.name },
    expires_at: expiresAt.toISOString(),
    ...(wall && { wall: true }),
    ...(mustChangePassword && { password_change_required: true }),
    ...(mustEnrol && { second_factor_required: true }),
    ...(isFirst && { first_sign_in: true }),
  };
}

function siteViewOf({ country, nav_code: _navCode, ...site }: NonNullable<Account['site']>) {
  return { ...site, country_code: country };
}
