/** The page a user opened before the redirect to the identity provider; no secret, and only this window's. */
const WANTED = 'atelier.sso-wanted';

export function keepWanted(path: string | null): void {
  if (path === null) sessionStorage.removeItem(WANTED);
  else sessionStorage.setItem(WANTED, path);
}

export const wantedBeforeSso = (): string | null => sessionStorage.getItem(WANTED);
