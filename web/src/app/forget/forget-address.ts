/** Up to which entry of this window's history what was searched for is taken out of the address; a number, and no word. */
const FORGOTTEN_UP_TO = 'atelier.forgotten-up-to';

const placeNow = (): number => {
  const state: unknown = history.state;
  const place = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : 0;
  return typeof place === 'number' ? place : 0;
};

/** Removes the search words from the address in place, and makes the router read it again. */
function dropWords(): void {
  const url = new URL(location.href);
  if (!url.searchParams.has('q')) return;
  url.searchParams.delete('q');
  history.replaceState(history.state, '', url);
  dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
}

let isFollowing = false;

/**
 * Takes what was searched for out of this entry of the history, and out of each earlier one when it is returned to: a page cannot
 * rewrite an entry that it has left.
 */
export function forgetAddresses(): void {
  sessionStorage.setItem(FORGOTTEN_UP_TO, String(placeNow()));
  dropWords();
  followHistory();
}

/** Started with a page whose window has removed an erased person before. */
export function followHistory(): void {
  const upTo = sessionStorage.getItem(FORGOTTEN_UP_TO);
  if (isFollowing || upTo === null) return;
  isFollowing = true;
  addEventListener('popstate', () => {
    if (placeNow() <= Number(sessionStorage.getItem(FORGOTTEN_UP_TO) ?? -1)) dropWords();
  });
}
