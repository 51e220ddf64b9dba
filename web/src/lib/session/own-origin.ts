/**
 * A path of our own origin, or null: `redirect` and `redirect_uri` never lead elsewhere (product §4). Absolute addresses,
 * `//host`, backslashes and control characters are refused by comparing what the browser itself makes of them.
 */
export function ownPath(candidate: string | null | undefined, origin = location.origin): string | null {
  if (!candidate || !candidate.startsWith('/')) return null;
  if (!URL.canParse(candidate, origin)) return null;
  const url = new URL(candidate, origin);
  if (url.origin !== origin) return null;
  return `${url.pathname}${url.search}${url.hash}`;
}
