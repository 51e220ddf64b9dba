import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Why an address is none for an endpoint. */
export type WebhookUrlIssue = 'url_invalid' | 'url_not_https' | 'url_credentials' | 'url_private';

/** IPv4 networks that are not the internet (IANA's special-purpose registry), and the metadata of clouds outside them. */
const CLOSED_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;
/** Of IPv6 only global unicast is open, and of that not what carries an IPv4 address or is for documents. */
const OPEN_IPV6 = ['2000::', 3] as const;
const CLOSED_IPV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const;

const closed4 = new BlockList();
for (const [network, bits] of CLOSED_IPV4) closed4.addSubnet(network, bits, 'ipv4');
const closed6 = new BlockList();
for (const [network, bits] of CLOSED_IPV6) closed6.addSubnet(network, bits, 'ipv6');
const open6 = new BlockList();
open6.addSubnet(...OPEN_IPV6, 'ipv6');
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether an IP address is of the internet. What is no address at all is not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closed4.check(address, 'ipv4');
  return isIPv6(address) && open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6');
}

const isLoopback = (address: string): boolean =>
  (isIPv4(address) && loopback.check(address, 'ipv4')) || address === '::1';

/** Whether a delivery may connect there. `toLoopback`: this machine too, where a demo or a test says so. */
export const mayConnect = (address: string, toLoopback: boolean): boolean =>
  isPublicAddress(address) || (toLoopback && isLoopback(address));

/** The host of an address as `lookup` takes it: without brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** Names that only a network of one's own resolves. */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home\.arpa)\.?$|^[^.]+\.?$/;
const isLocalhost = (host: string): boolean => host === 'localhost' || isLoopback(host);

/** Why nothing can be delivered to this address; undefined where it can, as far as can be said without resolving it. */
export function webhookUrlIssue(text: string, toLoopback: boolean): WebhookUrlIssue | undefined {
  const url = URL.parse(text);
  if (url === null || url.hostname === '') return 'url_invalid';
  const host = hostOf(url);
  const isHere = toLoopback && isLocalhost(host);
  if (url.protocol !== 'https:' && !(isHere && url.protocol === 'http:')) return 'url_not_https';
  if (url.username !== '' || url.password !== '') return 'url_credentials';
  if (isHere) return undefined;
  const isAddress = isIPv4(host) || isIPv6(host);
  return (isAddress ? !isPublicAddress(host) : PRIVATE_NAME.test(host)) ? 'url_private' : undefined;
}
