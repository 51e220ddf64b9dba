import { describe, expect, it } from 'vitest';
import { BlockedAddress, lookupOf, type Resolve } from './connect-to.ts';

const found =
  (...addresses: readonly string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
const judged = (resolve: Resolve, toLoopback = false) =>
  lookupOf(new URL('https://hooks.example/in'), toLoopback, resolve);

describe('the address a delivery connects to', () => {
  it('is the one that was judged, whatever the name says a moment later', async () => {
    const answers = [['93.184.215.14'], ['169.254.169.254']];
    const lookup = await judged(async (host) => found(...(answers.shift() ?? []))(host));
    const connected = await new Promise((resolve) => {
      lookup('hooks.example', {}, (_error, address, family) => resolve([address, family]));
    });
    expect(connected).toEqual(['93.184.215.14', 4]);
    const all = await new Promise((resolve) => {
      lookup('hooks.example', { all: true }, (_error, addresses) => resolve(addresses));
    });
    expect(all).toEqual([{ address: '93.184.215.14', family: 4 }]);
  });

  it.each(['10.0.0.1', '127.0.0.1', '169.254.169.254', '::1', '::ffff:10.0.0.1', 'fd00:ec2::254'])(
    'is none when the name leads to %s, also beside an open one',
    async (address) => {
      await expect(judged(found(address))).rejects.toThrow(BlockedAddress);
      await expect(judged(found('93.184.215.14', address))).rejects.toThrow(BlockedAddress);
    },
  );

  it('is this machine only where a setting says so', async () => {
    await expect(judged(found('127.0.0.1'))).rejects.toThrow(BlockedAddress);
    await expect(judged(found('127.0.0.1'), true)).resolves.toBeTypeOf('function');
    await expect(judged(found('10.0.0.1'), true)).rejects.toThrow(BlockedAddress);
  });

  it('is judged without a name too', async () => {
    await expect(lookupOf(new URL('https://192.168.0.1/'), false)).rejects.toThrow('url_private');
    await expect(lookupOf(new URL('https://93.184.215.14/'), false)).resolves.toBeTypeOf('function');
  });
});
