import { createSecretKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { networkDigest, networkOf } from './network-digest.ts';

const keyOf = (byte: number) => createSecretKey(Buffer.alloc(32, byte));
const KEY = keyOf(7);

describe('the network of an address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.0/24'],
    ['::ffff:203.0.113.9', '203.0.113.0/24'],
    ['2001:db8:7:1::9', '2001:db8:7::/48'],
    ['2001:0db8:0007:ffff:1:2:3:4', '2001:db8:7::/48'],
    ['::1', '0:0:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0::/48'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it('has one digest for its addresses, another for another key, and the address stands nowhere in it', () => {
    expect(networkDigest(KEY, '203.0.113.9')).toBe(networkDigest(KEY, '203.0.113.200'));
    expect(networkDigest(KEY, '203.0.113.9')).not.toBe(networkDigest(KEY, '203.0.114.9'));
    expect(networkDigest(KEY, '203.0.113.9')).not.toBe(networkDigest(keyOf(8), '203.0.113.9'));
    expect(networkDigest(KEY, '203.0.113.9')).toMatch(/^[\w-]{22}$/);
  });
});
