import {
  KNOWN_ADDRESS_MS,
  MAX_FAILURES_EVERYWHERE,
  MAX_UNKNOWN_FAILURES,
  UNKNOWN_WAIT_MS,
} from '@atelier/domain/identity/sign-in.ts';
import { purgeAttempts } from '@atelier/application/identity/login-attempts.commands.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  PASSWORD,
  TestClock,
  openApiWorld,
  openMoreAccounts,
  tryLogin,
  type ApiWorld,
} from '../testing/testing-api.ts';

const LINE = '198.51.100.7';
const ELSEWHERE = '198.51.100.8';

let api: ApiWorld;
let app: FastifyInstance;
let clock: TestClock;

const guessed = (account: number): string => `guess-${account}@demo.test`;

beforeAll(async () => {
  api = await openApiWorld();
  await openMoreAccounts(
    api,
    Array.from({ length: MAX_UNKNOWN_FAILURES + 3 }, (_, account) => guessed(account)),
  );
});
afterAll(() => api.close());
beforeEach(async () => {
  clock = new TestClock();
  ({ app } = await api.node({ clock }));
  await api.world.pool.query('delete from login_attempts');
  await api.world.pool.query('delete from familiar_lines');
});

/** Tries one password on one account after the other. */
async function spray(times: number, from = LINE): Promise<string[]> {
  const codes: string[] = [];
  for (let account = 0; account < times; account += 1) {
    const answer = await tryLogin(app, guessed(account), 'Spring-2026', from);
    codes.push(answer.json().code);
  }
  return codes;
}

const right = (name: string, from = LINE) => tryLogin(app, `${name}@demo.test`, PASSWORD, from);

describe('guessing one password over many accounts', () => {
  it('ends with the thirtieth failure, for a quarter of an hour', async () => {
    const codes = await spray(MAX_UNKNOWN_FAILURES + 3);
    expect(codes.filter((code) => code === 'login_failed')).toHaveLength(MAX_UNKNOWN_FAILURES);
    expect(codes.slice(MAX_UNKNOWN_FAILURES)).toEqual(Array(3).fill('login_suspended'));
    clock.advance(UNKNOWN_WAIT_MS - 1);
    expect((await right('tokyo')).json().code).toBe('login_suspended');
    clock.advance(1);
    expect((await right('tokyo')).statusCode).toBe(200);
  });

  it('never reaches the password of an account that was not tried before', async () => {
    await spray(MAX_UNKNOWN_FAILURES);
    const answer = await right('tokyo');
    expect(answer.json()).toMatchObject({ status: 400, code: 'login_suspended', data: { attempts_left: 0 } });
  });

  it('says no more seconds than the button’s own lock has', async () => {
    await spray(MAX_UNKNOWN_FAILURES);
    const answer = await right('tokyo');
    expect(answer.json().data.locked_for_s).toBe(60);
    expect(answer.headers['retry-after']).toBe('60');
  });

  it('lets only thirty of fifty at once through', async () => {
    const codes = (
      await Promise.all(Array.from({ length: 50 }, (_, n) => tryLogin(app, `x${n}@a.test`, 'x', LINE)))
    ).map((answer) => answer.json().code);
    expect(codes.filter((code) => code === 'login_failed')).toHaveLength(MAX_UNKNOWN_FAILURES);
  });

  it('does not delay accounts that have signed in from that address before', async () => {
    await right('paris');
    await spray(MAX_UNKNOWN_FAILURES + 1);
    expect((await right('paris')).statusCode).toBe(200);
    expect((await tryLogin(app, 'paris@demo.test', 'not it', LINE)).json().code).toBe('login_failed');
    expect((await right('paris')).statusCode).toBe(200);
  });

  it('does not delay sign-ins from other addresses', async () => {
    await spray(MAX_UNKNOWN_FAILURES + 1);
    expect((await right('tokyo', ELSEWHERE)).statusCode).toBe(200);
  });

  it('buys no guesses with an account of one’s own', async () => {
    await spray(MAX_UNKNOWN_FAILURES - 1);
    expect((await right('factory')).statusCode).toBe(200);
    expect((await right('factory')).statusCode).toBe(200);
    expect(await spray(2)).toEqual(['login_failed', 'login_suspended']);
  });

  it('is not taken for a whole shop that signs in for the first time', async () => {
    for (const name of ['paris', 'tokyo', 'warehouse', 'factory', 'admin', 'auditor']) {
      for (let day = 0; day < 6; day += 1) expect((await right(name)).statusCode).toBe(200);
    }
    const { rows } = await api.world.pool.query('select * from login_attempts');
    expect(rows).toEqual([]);
  });

  it('is forgotten after a quiet quarter of an hour, and not before', async () => {
    await spray(MAX_UNKNOWN_FAILURES - 1);
    clock.advance(UNKNOWN_WAIT_MS);
    expect(await spray(MAX_UNKNOWN_FAILURES - 1)).not.toContain('login_suspended');
    clock.advance(UNKNOWN_WAIT_MS - 1);
    expect(await spray(2)).toEqual(['login_failed', 'login_suspended']);
  });
});

describe('addresses known for an account', () => {
  it('stops being so after ninety days', async () => {
    await right('paris');
    clock.advance(KNOWN_ADDRESS_MS);
    await spray(MAX_UNKNOWN_FAILURES);
    expect((await right('paris')).json().code).toBe('login_suspended');
    await purgeAttempts(api.world.db, clock.now());
    const { rows } = await api.world.pool.query('select * from familiar_lines');
    expect(rows).toEqual([]);
  });

  it('let its owner in however often the account fails elsewhere', async () => {
    await right('paris');
    for (let failure = 0; failure < MAX_FAILURES_EVERYWHERE + 5; failure += 1)
      await tryLogin(app, 'paris@demo.test', 'not it', `203.0.${failure}.1`);
    expect((await right('paris', ELSEWHERE)).json().code).toBe('login_suspended');
    expect((await right('paris')).statusCode).toBe(200);
  });

  it('keep their own limit of five', async () => {
    await right('paris');
    for (let failure = 0; failure < 5; failure += 1) await tryLogin(app, 'paris@demo.test', 'not it', LINE);
    expect((await right('paris')).json().code).toBe('login_suspended');
  });

  it('is kept without a name or an address', async () => {
    await right('paris');
    const { rows } = await api.world.pool.query('select account, address from familiar_lines');
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toMatch(/paris|198\.51/);
  });
});
