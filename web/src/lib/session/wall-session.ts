import { call, command } from '../api/client.ts';
import { queryClient } from '../query/query-client.ts';
import { past } from '../time/past.ts';
import { logOut } from './end-of-session.ts';
import { refreshSession } from './refresh-session.ts';
import { adoptSession, beginSession, currentSession, type StoredSession } from './session-store.ts';

/** A person's session that hangs a wall: of a site, without a worker. Others keep their own. */
export const mayHang = ({ view }: StoredSession): boolean =>
  past === null && view.wall !== true && view.site !== null && view.worker === null;

/** Who hung the wall; kept in memory only, and ended by the server after thirty idle minutes like any other. */
let hungBy: StoredSession | null = null;
let hanging: Promise<void> | null = null;

/**
 * Takes a session that may only look and outlives the night (product/identity.md §4). What was read before with the person's
 * rights is forgotten.
 */
export function hangWall(): Promise<void> {
  hanging ??= exchange().finally(() => {
    hanging = null;
  });
  return hanging;
}

async function exchange(): Promise<void> {
  const own = currentSession();
  if (own === null || !mayHang(own)) return;
  const { data } = await command({ path: '/auth/wall' });
  if (currentSession()?.token !== own.token) return;
  hungBy = own;
  queryClient.clear();
  await beginSession(data, own.login_type);
}

/** Ends the wall. Who hung it goes on; after a reload or half an hour the sign-in comes first. */
export async function takeWallDown(): Promise<void> {
  if (currentSession()?.view.wall !== true) return;
  const [before] = [hungBy, (hungBy = null)];
  if (before === null) return logOut();
  // A reading that is answered "ended" would sign out who comes after the wall.
  await queryClient.cancelQueries();
  await call({ method: 'POST', path: '/auth/logout', timeout: 3_000 }).catch(() => undefined);
  queryClient.clear();
  adoptSession(before);
  await refreshSession();
}
