import type { MasterKey } from '@atelier/key-vault/master-key.ts';
import { createHmac, hkdfSync } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';

const IPV4_BYTES = 3;
const IPV6_GROUPS = 3;

/** The network of an address: the /24 of an IPv4 address, the /48 of an IPv6 one; a shop's devices share it. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (isIPv4(plain)) return `${plain.split('.').slice(0, IPV4_BYTES).join('.')}.0/24`;
  if (!isIPv6(plain)) return plain;
  const [before = '', after] = plain.split('::');
  const head = before.split(':').filter((group) => group !== '');
  const tail = (after ?? '').split(':').filter((group) => group !== '');
  const zeros = after === undefined ? 0 : 8 - head.length - tail.length;
  const groups = [...head, ...Array<string>(zeros).fill('0'), ...tail];
  const kept = groups.slice(0, IPV6_GROUPS).map((group) => Number.parseInt(group, 16).toString(16));
  return `${kept.join(':')}::/48`;
}

/** A keyed digest: two addresses of one network have the same one, and no address is found from it without the key. */
export function networkDigest(masterKey: MasterKey, address: string): string {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'answering networks', 32));
  return createHmac('sha256', key).update(networkOf(address)).digest('base64url').slice(0, 22);
}
