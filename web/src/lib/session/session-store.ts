import type { LoginData, SessionView } from '@atelier/contracts/identity/schema.ts';
import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import { forgetSealed, readSealed, writeSealed } from '@atelier/browser-sync/storage/vault.ts';

/** `old` is email and password (its logout goes back to `/login?backups=true`), `sso` sends `loginType: 1`. */
export type LoginType = 'old' | 'sso';

/** What product/identity.md §4 keeps in the encrypted session storage. */
export interface StoredSession {
  token: string;
  login_type: LoginType;
  view: SessionView;
  /** Another number once the screen has to begin again, with nothing of what was typed or shown on it. */
  turn?: number;
}

const SESSION = 'atelier.session';
/** What leaves this device with the person; the language stays (product/identity.md §4), and so does the device's own name and look. */
const LOCAL_FIELDS = ['last_name', 'navcode', 'usertype', 'country_code', 'atelier.menu'] as const;

let current: StoredSession | null = null;
const listeners = new Set<() => void>();
const say = () => listeners.forEach((listener) => listener());

export const currentSession = (): StoredSession | null => current;

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The four fields that product/identity.md §4 keep in the local storage. */
function keepLocally(view: SessionView): void {
  const info = view.userinfo.data[0];
  localStorage.setItem('last_name', info?.last_name ?? view.user.name);
  localStorage.setItem('navcode', info?.navcode ?? '');
  localStorage.setItem('usertype', view.user.user_type);
  localStorage.setItem('country_code', info?.country_code ?? '');
}

/** Takes up the session that this window had before it was reloaded. */
export async function restoreSession(): Promise<void> {
  // Whether it still counts only the server knows: it answers 499 when not.
  current = await readSealed<StoredSession>(sessionStorage, SESSION).catch(() => null);
  say();
}

/** Starts a session; it is written before anyone acts on it, so that a reload a moment later still knows it. */
export async function beginSession(data: LoginData, loginType: LoginType): Promise<void> {
  const { token, ...view } = data;
  const begun = { token, login_type: loginType, view };
  keepLocally(view);
  await writeSealed(sessionStorage, SESSION, begun).catch(() => undefined);
  current = begun;
  say();
}

/** Takes over a session that another window handed across (see session-share.ts). */
export function adoptSession(session: StoredSession): void {
  current = session;
  void writeSealed(sessionStorage, SESSION, session);
  say();
}

/** New rights or another worker at the station: the token stays. */
export function updateSession(view: SessionView): void {
  if (!current) return;
  // Only the response to a sign-in says that it was the account's first.
  const isFirst = current.view.first_sign_in;
  current = { ...current, view: isFirst ? { ...view, first_sign_in: isFirst } : view };
  keepLocally(view);
  void writeSealed(sessionStorage, SESSION, current);
  say();
}

/** Reloads the screen: what it showed or held belonged to an erased person. */
export function beginScreenAnew(): void {
  if (current) current = { ...current, turn: (current.turn ?? 0) + 1 };
  say();
}

/** Takes the credentials away at once while the screen that is about to be left still stands (product/identity.md §4, 499). */
export function dropCredentials(): void {
  if (current) current = { ...current, token: '' };
  void forgetSealed(sessionStorage, SESSION);
}

/** Where the last filters of the lists are kept, until the sign-out. */
export const FILTERS = 'atelier.filters';

/** Clears credentials and everything local but the language (product/identity.md §4). */
export function endSession(): void {
  current = null;
  void forgetSealed(sessionStorage, SESSION);
  LOCAL_FIELDS.forEach((field) => localStorage.removeItem(field));
  sessionStorage.removeItem(FILTERS);
  say();
}

/** Whether the person, or the worker who stands in for the station's account, holds a permission. */
export const holds = (session: StoredSession | null, permission: PermissionName): boolean =>
  session?.view.allPermission.includes(permission) ?? false;
