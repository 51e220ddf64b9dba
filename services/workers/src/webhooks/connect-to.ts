import { hostOf, mayConnect, webhookUrlIssue } from '@atelier/application/shared/webhook-addresses.ts';
import { lookup } from 'node:dns/promises';
import { type LookupFunction, isIP } from 'node:net';

/** Nothing was sent: the address leads where no delivery may go. */
export class BlockedAddress extends Error {
  override name = 'BlockedAddress';
}

export type Resolve = (
  host: string,
) => Promise<readonly { readonly address: string; readonly family: number }[]>;

const resolveByName: Resolve = (host) => lookup(host, { all: true });

/**
 * Resolves an endpoint's host and answers a `lookup` that gives what was found and nothing else: the address that was judged is the
 * one that is connected to, whatever the name says a moment later. One closed address among many closes them all.
 * @throws BlockedAddress
 */
export async function lookupOf(
  url: URL,
  toLoopback: boolean,
  resolve = resolveByName,
): Promise<LookupFunction> {
  const issue = webhookUrlIssue(url.href, toLoopback);
  if (issue !== undefined) throw new BlockedAddress(issue);
  const host = hostOf(url);
  // An address in place of a name is judged by `webhookUrlIssue`, and connected to without any lookup.
  const found = isIP(host) === 0 ? await resolve(host) : [];
  if (found.some(({ address }) => !mayConnect(address, toLoopback))) throw new BlockedAddress('url_private');
  return (_host, { all }, callback) => {
    const [first] = found;
    if (first === undefined) return callback(new BlockedAddress('not resolved'), []);
    return all === true ? callback(null, [...found]) : callback(null, first.address, first.family);
  };
}
