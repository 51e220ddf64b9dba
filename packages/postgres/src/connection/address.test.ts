import { describe, expect, test } from 'vitest';
import { addressFault, parseAddress, passwordOf, placeOf, withLogin } from './address.ts';

const several =
  'postgresql://ann:s%40cret@a:5432,b:5433/shop?sslmode=disable&target_session_attrs=read-write';

describe('an address of several servers', () => {
  test('is one address for each host, in the order named', () => {
    expect(parseAddress(several)).toEqual({
      hosts: [
        'postgresql://ann:s%40cret@a:5432/shop?sslmode=disable',
        'postgresql://ann:s%40cret@b:5433/shop?sslmode=disable',
      ],
      wanted: 'read-write',
      isChosen: true,
    });
  });

  test('means the one that takes writes when it does not say which', () => {
    expect(parseAddress('postgres://a,b/shop')).toMatchObject({ wanted: 'read-write', isChosen: true });
  });

  test('is shown without login, and changed to another login whole', () => {
    expect(placeOf(several)).toBe('a:5432,b:5433/shop');
    expect(passwordOf(several)).toBe('s%40cret');
    expect(withLogin(several, 'bob', 'x@y')).toBe(
      'postgresql://bob:x%40y@a:5432,b:5433/shop?sslmode=disable&target_session_attrs=read-write',
    );
  });
});

test('an address of one server needs no choice', () => {
  expect(parseAddress('postgres://db/shop')).toEqual({
    hosts: ['postgres://db/shop'],
    wanted: 'read-write',
    isChosen: false,
  });
});

test.each([
  ['mysql://a/shop', 'writes', 'must be an address beginning with postgres:// or postgresql://'],
  ['here', 'writes', 'must be an address beginning with postgres:// or postgresql://'],
  ['postgres://a:none,b/shop', 'writes', 'must name each host as host or host:port'],
  ['postgres://a,,b/shop', 'writes', 'must name each host as host or host:port'],
  [
    'postgres://a,b/shop?target_session_attrs=fast',
    'reads',
    'must have one of read-write, primary, any, prefer-standby as target_session_attrs',
  ],
  [
    'postgres://a,b/shop?target_session_attrs=any',
    'writes',
    'must have read-write as target_session_attrs: commands are written there',
  ],
  ['postgres://a,b/shop?target_session_attrs=any', 'reads', undefined],
  [several, 'writes', undefined],
] as const)('%s for %s: %s', (text, use, fault) => {
  expect(addressFault(text, use)).toBe(fault);
});
