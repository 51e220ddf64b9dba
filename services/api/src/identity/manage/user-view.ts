import type { UserView } from '@atelier/contracts/identity/manage-schema.ts';
import { findLocked, findUser, type UserRecord } from '@atelier/application/identity/user-list.queries.ts';
import type { ApiDeps } from '../../http/deps.ts';
import { notFound } from '../../http/errors.ts';
import { digestsOf } from '../../shared/attempt-digests.ts';

type Deps = Pick<ApiDeps, 'db' | 'clock' | 'masterKey'>;

export async function userIn({ db, clock }: Deps, id: number): Promise<UserRecord> {
  const found = await findUser(db, id, clock.now());
  if (found === undefined) throw notFound();
  return found;
}

/** Accounts with the lock of each, which stands under a digest of its address. */
export async function viewsOf(deps: Deps, records: readonly UserRecord[]): Promise<UserView[]> {
  const digests = records.map(({ email }) => digestsOf(deps, email, '').account);
  const locked = await findLocked(deps.db, digests, deps.clock.now());
  return records.map(({ last_seen_at, ...record }, index) => ({
    ...record,
    locked: locked.has(digests[index] ?? ''),
    last_seen_at: last_seen_at?.toISOString() ?? null,
  }));
}
