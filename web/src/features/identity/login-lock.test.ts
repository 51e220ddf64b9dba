import { describe, expect, it } from 'vitest';
import { afterFailure, countdown, whenOver } from './login-lock.ts';

const NOW = 1_000_000;

describe('the login lock', () => {
  it('closes at the fifth failure for a minute', () => {
    let lock = { attempts: 0, until: 0 };
    for (let attempt = 1; attempt <= 4; attempt += 1) lock = afterFailure(lock, NOW, undefined);
    expect(lock).toEqual({ attempts: 4, until: 0 });
    expect(afterFailure(lock, NOW, undefined)).toEqual({ attempts: 5, until: NOW + 60_000 });
  });

  it("follows the server's own lock, which other windows may have closed", () => {
    expect(afterFailure({ attempts: 0, until: 0 }, NOW, 43)).toEqual({ attempts: 1, until: NOW + 43_000 });
  });

  it('goes on as long as the server lets it: how many failures close it is configured', () => {
    expect(afterFailure({ attempts: 6, until: 0 }, NOW, undefined, 3)).toEqual({ attempts: 7, until: 0 });
    expect(afterFailure({ attempts: 1, until: 0 }, NOW, 120, 0)).toEqual({
      attempts: 2,
      until: NOW + 120_000,
    });
  });

  it('starts counting again when it is over', () => {
    const locked = { attempts: 5, until: NOW };
    expect(whenOver(locked, NOW - 1)).toBe(locked);
    expect(whenOver(locked, NOW)).toEqual({ attempts: 0, until: 0 });
  });

  it('counts down to the second', () => {
    expect([60_000, 43_000, 42_001, 9000, 1, 0, -5].map((left) => countdown(NOW + left, NOW))).toEqual([
      '1:00',
      '0:43',
      '0:43',
      '0:09',
      '0:01',
      '0:00',
      '0:00',
    ]);
  });
});
