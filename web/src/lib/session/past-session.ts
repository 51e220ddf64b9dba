import { past } from '../time/past.ts';
import type { StoredSession } from './session-store.ts';

/** Screens that read. All other permissions are for changes, which are impossible in the past. */
const READERS: ReadonlySet<string> = new Set([
  'view home page',
  'view sidebar group rma',
  'view list all rma page',
  'view (shop) get all rma',
  'view list all rma page for operation',
  'view sidebar group rma operation',
  'operation dashboard',
  'audit replay',
]);

const inPast = new WeakMap<StoredSession, StoredSession>();

/** The session as screens are offered it: while the past is shown, without the right to change anything. */
export function offered(session: StoredSession | null): StoredSession | null {
  if (past === null || session === null) return session;
  const known = inPast.get(session);
  if (known !== undefined) return known;
  const allPermission = session.view.allPermission.filter((name) => READERS.has(name));
  const readOnly = { ...session, view: { ...session.view, allPermission } };
  inPast.set(session, readOnly);
  return readOnly;
}
