import { describe, expect, it } from 'vitest';
import { limitHeaders } from './limit-headers.ts';

const session = { name: 'session', max: 600, windowMs: 60_000, remaining: 599, resetSeconds: 41 } as const;

describe('what a response says of limits', () => {
  it('is each limit with its window, and what is left of it', () => {
    const address = { ...session, name: 'address', max: 6_000, remaining: 5_990 } as const;
    expect(limitHeaders([address, session])).toEqual({
      'ratelimit-policy': '"address";q=6000;w=60, "session";q=600;w=60',
      ratelimit: '"address";r=5990;t=41, "session";r=599;t=41',
    });
  });

  it('is whole seconds, never none, and never less than nothing', () => {
    const spent = { ...session, windowMs: 1_500, remaining: -1, resetSeconds: 0.2 };
    expect(limitHeaders([spent])).toEqual({
      'ratelimit-policy': '"session";q=600;w=2',
      ratelimit: '"session";r=0;t=1',
    });
  });
});
