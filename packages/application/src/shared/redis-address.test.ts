import { describe, expect, it } from 'vitest';
import { parseRedisAddress, redisAddressFault } from './redis-address.ts';

describe('an address of Redis', () => {
  it('names one server, with login and database', () => {
    expect(parseRedisAddress('rediss://ann:s%40cret@cache:6380/2')).toEqual({
      nodes: [{ host: 'cache', port: 6380 }],
      username: 'ann',
      password: 's@cret',
      db: 2,
      isSecure: true,
    });
    expect(parseRedisAddress('redis://localhost')).toEqual({
      nodes: [{ host: 'localhost', port: 6379 }],
      db: 0,
      isSecure: false,
    });
    expect(parseRedisAddress('redis://:secret@[::1]:7000/')).toMatchObject({
      nodes: [{ host: '::1', port: 7000 }],
      password: 'secret',
    });
  });

  it('names nodes of a cluster when it has several hosts', () => {
    expect(parseRedisAddress('redis://a,b:7001,c:7002').nodes).toEqual([
      { host: 'a', port: 6379 },
      { host: 'b', port: 7001 },
      { host: 'c', port: 7002 },
    ]);
    expect(redisAddressFault('redis://a,b/0')).toBeUndefined();
  });

  it.each([
    ['localhost:6379', 'must be an address beginning with redis:// or rediss://'],
    ['redis://', 'must be an address beginning with redis:// or rediss://'],
    ['redis://a,,b', 'must name each host as host or host:port'],
    ['redis://a:none', 'must name each host as host or host:port'],
    ['redis://a,b/1', 'must name no database: a cluster has only the first'],
  ])('%s %s', (text, fault) => {
    expect(redisAddressFault(text)).toBe(fault);
  });
});
