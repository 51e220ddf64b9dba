import i18next from 'i18next';
import { call } from '../api/client.ts';
import { notify } from '@atelier/ui/feedback/notify.ts';
import { queryClient } from '../query/query-client.ts';
import { ownPath } from './own-origin.ts';
import { tellSiblingsEnded } from './session-share.ts';
import { currentSession, dropCredentials, endSession, onSessionChange } from './session-store.ts';

const LOGOUT_AFTER_MS = 500;
const REDIRECT_AFTER_MS = 2000;

/** How a page is left for good; the router gives the real one, so that drafts on screen are unmounted in order. */
let go: (path: string) => void = (path) => location.assign(path);
export function connectNavigation(navigate: (path: string) => void): void {
  go = navigate;
}

let leaving: string | null = null;

/** Where the guard leads who has just signed out; null for a visitor who never was in. */
export const leavingTo = (): string | null => leaving;

onSessionChange(() => {
  if (currentSession()) leaving = null;
});

/** Clears credentials and what was read with them. Answers the path of the sign-in that fits how the person came in. */
function forgetSession(wanted?: string): string {
  const session = currentSession();
  const login = session?.login_type === 'sso' ? '/login' : '/login?backups=true';
  leaving = wanted
    ? `${login}${login.includes('?') ? '&' : '?'}redirect=${encodeURIComponent(wanted)}`
    : login;
  if (session?.token) tellSiblingsEnded(session.token);
  endSession();
  queryClient.clear();
  return leaving;
}

/** A session is ending: later reports of its end are ignored. */
let ending = false;

/** Log out by hand. The server is notified, with a short timeout: the screen is left in any case. */
export async function logOut(): Promise<void> {
  ending = true;
  const told = call({ path: '/auth/logout', timeout: 3000 }).then(
    ({ data }) => data?.end_session_url,
    () => null,
  );
  const late = new Promise<null>((resolve) => setTimeout(resolve, 1500, null));
  const provider = await Promise.race([told, late]);
  const login = forgetSession();
  ending = false;
  go(login);
  // After single sign-on the provider's own session ends as well, or the next person would be let in unasked.
  if (provider) location.assign(provider);
}

/** The server's own words for it (product/identity.md §4); they are shown once. */
const SPECIFIED = 'Token Expire Please login Again';

/** Beside the fixed sentence: why, where the server says more than that the session ended. */
function reasonOf(message: string, code: string | number | undefined): string | undefined {
  if (code === 'session_rights_changed') return i18next.t('errors:rightsChanged');
  return message === SPECIFIED || message === '' ? undefined : message;
}

/**
 * 499 (product/identity.md §4): credentials are cleared at once and the notice shown; after 0.5 s the person is logged out, or
 * after 2 s taken to `redirect_uri` when one was supplied. Several calls may fail together: it happens once.
 */
export function sessionEnded(message: string, code?: string | number): void {
  if (ending || !currentSession()) return;
  ending = true;
  const back = ownPath(new URLSearchParams(location.search).get('redirect_uri'));
  const wanted = `${location.pathname}${location.search}`;
  notify({
    tone: 'error',
    title: i18next.t('errors:tokenExpired'),
    detail: reasonOf(message, code),
    id: 'token-expired',
  });
  tellSiblingsEnded(currentSession()?.token ?? '');
  dropCredentials();
  setTimeout(
    () => {
      ending = false;
      // An account that has signed in again meanwhile is not signed out for its earlier session.
      if (currentSession()?.token) return;
      // Where it leads instead is what the sign-in comes back to, too.
      const login = forgetSession(back ?? wanted);
      go(back ?? login);
    },
    back ? REDIRECT_AFTER_MS : LOGOUT_AFTER_MS,
  );
}
