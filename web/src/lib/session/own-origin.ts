/**
 * A path of our own origin, or null: `redirect` and `redirect_uri` never lead elsewhere (product/identity.md §4). Absolute addresses,
 * `//host`, backslashes and control characters are refused by comparing what the browser itself makes of them; and what
 * it makes of them is looked at again: `/.//host` is a path of ours that, once tidied, reads as another host.
 */
export function ownPath(candidate: string | null | undefined, origin = location.origin): string | null {
  const tidy = tidied(candidate ?? '', origin);
  return tidy !== null && tidied(tidy, origin) === tidy ? tidy : null;
}

function tidied(candidate: string, origin: string): string | null {
  if (!candidate.startsWith('/') || !URL.canParse(candidate, origin)) return null;
  const url = new URL(candidate, origin);
  return url.origin === origin ? `${url.pathname}${url.search}${url.hash}` : null;
}
