import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel.ts';
import * as signIn from './sign-in.ts';

describe('guessing passwords (product/identity.md §2, decisions/0082)', () => {
  it('locks an account after fifty failures from anywhere', () => {
    expect(signIn.MAX_FAILURES_EVERYWHERE).toBe(50);
  });

  it('makes an address wait a quarter of an hour after thirty accounts it does not know', () => {
    expect(signIn.MAX_UNKNOWN_FAILURES).toBe(30);
    expect(signIn.UNKNOWN_WAIT_MS).toBe(15 * MINUTE_MS);
    expect(signIn.KNOWN_ADDRESS_MS).toBe(90 * DAY_MS);
  });

  it('counts down whole seconds, never 0 while the lock holds', () => {
    expect(signIn.lockSeconds(60_000, 0)).toBe(60);
    expect(signIn.lockSeconds(60_000, 59_999)).toBe(1);
    expect(signIn.lockSeconds(60_000, 60_000)).toBe(0);
    expect(signIn.lockSeconds(60_000, 61_000)).toBe(0);
  });
});

describe('a session’s life (product/identity.md §4)', () => {
  it('ends after 30 idle minutes, a worker’s after ten, any after twelve hours', () => {
    expect(signIn.IDLE_MS).toBe(30 * MINUTE_MS);
    expect(signIn.WORKER_IDLE_MS).toBe(10 * MINUTE_MS);
    expect(signIn.ABSOLUTE_MS).toBe(12 * HOUR_MS);
  });

  it('gives a live connection half a minute to begin', () => {
    expect(signIn.TICKET_LIFE_MS).toBe(30_000);
  });
});

describe('an e-mail address', () => {
  it('is compared without case and outer blanks, and with everything else', () => {
    expect(signIn.normaliseEmail(' Ana.Silva@Demo.Test ')).toBe('ana.silva@demo.test');
    expect(signIn.normaliseEmail('a na@demo.test')).toBe('a na@demo.test');
  });
});
