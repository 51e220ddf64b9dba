import { SECOND_STEP_MS } from '@atelier/domain/identity/sign-in.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  bearer,
  openApiWorld,
  openMoreAccounts,
  PASSWORD,
  signInAs,
  TestClock,
  tryLogin,
  type ApiNode,
  type ApiWorld,
} from '../../testing/testing-api.ts';
import { codeAt } from './testing-codes.ts';

let api: ApiWorld;
let node: ApiNode;
let clock: TestClock;
let accounts = 0;

beforeAll(async () => {
  api = await openApiWorld();
  clock = new TestClock();
  node = await api.node({ clock, live: true });
});
afterAll(() => api.close());
beforeEach(() => api.world.pool.query('delete from login_attempts; delete from worker_pin_attempts'));

async function call(token: string, method: 'GET' | 'POST', url: string, payload?: object, on = node) {
  const headers = token === '' ? {} : bearer(token);
  const answer = await on.app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) });
  return { status: answer.statusCode, ...answer.json() };
}

const codeOf = (secret: string, ms = clock.now().getTime()): string => codeAt(secret, ms);
/** To the middle of the next code's thirty seconds. */
const nextCode = (): void => {
  clock.advance(30_000);
};

/** An administrator of one's own for each test, signed in with the password. */
async function newAdministrator(): Promise<{ readonly email: string; readonly token: string }> {
  accounts += 1;
  const email = `factor${accounts}@demo.test`;
  await openMoreAccounts(api, [email]);
  return { email, token: (await tryLogin(node.app, email, PASSWORD)).json().data.token };
}

async function enrolled() {
  const account = await newAdministrator();
  const begun = await call(account.token, 'POST', '/auth/second_factor/enrol', {
    current_password: PASSWORD,
  });
  const { secret } = begun.data;
  const confirmed = await call(account.token, 'POST', '/auth/second_factor/confirm', {
    code: codeOf(secret),
  });
  nextCode();
  const recovery: readonly string[] = confirmed.data.recovery_codes;
  return { ...account, secret, recovery, begun, confirmed };
}

const firstStep = async (email: string): Promise<string> =>
  (await tryLogin(node.app, email, PASSWORD)).json().data.step;
const secondStep = (step: string, code: string) => call('', 'POST', '/auth/second_factor', { step, code });

describe('enrolling a second factor', () => {
  it('shows a secret and its QR code, and counts from the first right code', async () => {
    const { begun, confirmed, recovery } = await enrolled();
    expect(begun.data.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(begun.data.qr).toMatch(/^data:image\/svg\+xml;base64,/);
    expect(confirmed.status).toBe(200);
    expect(new Set(recovery).size).toBe(10);
    expect(recovery[0]).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
  });

  it('asks for nothing before it is confirmed, and is refused with a wrong code or password', async () => {
    const { email, token } = await newAdministrator();
    const wrong = await call(token, 'POST', '/auth/second_factor/enrol', { current_password: 'not it' });
    expect(wrong).toMatchObject({ code: 'password_wrong', errors: [{ path: 'current_password' }] });
    await call(token, 'POST', '/auth/second_factor/enrol', { current_password: PASSWORD });
    const refused = await call(token, 'POST', '/auth/second_factor/confirm', { code: '000000' });
    expect(refused).toMatchObject({ status: 400, code: 'code_wrong', errors: [{ path: 'code' }] });
    expect((await tryLogin(node.app, email, PASSWORD)).statusCode).toBe(200);
  });

  it('is done once, and for accounts of the house only', async () => {
    const { token } = await enrolled();
    const again = await call(token, 'POST', '/auth/second_factor/enrol', { current_password: PASSWORD });
    expect(again.code).toBe('second_factor_enrolled');
    const shop = await signInAs(node.app, 'paris');
    expect(
      (await call(shop, 'POST', '/auth/second_factor/enrol', { current_password: PASSWORD })).status,
    ).toBe(403);
  });

  it('keeps neither secret nor recovery codes in clear', async () => {
    const { secret, recovery } = await enrolled();
    const { rows } = await api.world.pool.query(
      `select encode(secret, 'escape') || recovery::text as text from second_factors`,
    );
    const text = rows.map((row) => row.text).join();
    for (const each of [secret, ...recovery, ...recovery.map((code) => code.replaceAll('-', ''))])
      expect(text).not.toContain(each);
  });
});

describe('signing in with a second factor', () => {
  it('takes the password and then the code, and neither alone', async () => {
    const { email, secret } = await enrolled();
    const first = (await tryLogin(node.app, email, PASSWORD)).json();
    expect(first).toMatchObject({ status: 400, code: 'second_factor_required' });
    expect(first.data.token).toBeUndefined();
    const login = await secondStep(first.data.step, codeOf(secret));
    expect(login.status).toBe(200);
    expect((await call(login.data.token, 'GET', '/auth/session')).data.user.email).toBe(email);
  });

  it('takes a code once, also when it comes twice at the same moment', async () => {
    const { email, secret } = await enrolled();
    const code = codeOf(secret);
    const steps = [await firstStep(email), await firstStep(email), await firstStep(email)];
    const both = await Promise.all(steps.slice(0, 2).map((step) => secondStep(step, code)));
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '400']);
    expect((await secondStep(steps[2] ?? '', code)).code).toBe('login_failed');
    nextCode();
    expect((await secondStep(await firstStep(email), codeOf(secret))).status).toBe(200);
  });

  it('takes the code before and the code after, and none further away', async () => {
    const { email, secret } = await enrolled();
    const now = clock.now().getTime();
    expect((await secondStep(await firstStep(email), codeOf(secret, now - 60_000))).status).toBe(400);
    expect((await secondStep(await firstStep(email), codeOf(secret, now + 60_000))).status).toBe(400);
    expect((await secondStep(await firstStep(email), codeOf(secret, now + 30_000))).status).toBe(200);
    expect((await secondStep(await firstStep(email), codeOf(secret, now))).status).toBe(400);
  });

  it('takes each recovery code once, in any writing, and says so in the log', async () => {
    const { email, recovery } = await enrolled();
    const [code = ''] = recovery;
    const login = await secondStep(await firstStep(email), ` ${code.toLowerCase().replaceAll('-', ' ')}`);
    expect(login.status).toBe(200);
    expect((await secondStep(await firstStep(email), code)).code).toBe('login_failed');
    const { events } = await api.world.store.readStream(`user-${login.data.user.id}`);
    expect(events.at(-1)).toMatchObject({ type: 'UserRecoveryCodeUsed', data: { left: 9 } });
  });

  it('locks after five wrong codes, whatever passwords fit between them', async () => {
    const { email, secret } = await enrolled();
    const codes = [];
    for (let wrong = 0; wrong < 5; wrong += 1)
      codes.push((await secondStep(await firstStep(email), `00000${wrong}`)).code);
    expect(codes).toEqual(Array(5).fill('login_failed'));
    expect((await tryLogin(node.app, email, PASSWORD)).json().code).toBe('login_suspended');
    clock.advance(60_000);
    expect((await secondStep(await firstStep(email), '000009')).code).toBe('login_failed');
    const step = await firstStep(email);
    expect((await secondStep(step, codeOf(secret))).code).toBe('login_suspended');
    clock.advance(120_000);
    expect((await secondStep(step, codeOf(secret))).status).toBe(200);
  });

  it('ends with its five minutes, a change of the password, or a deactivation', async () => {
    const { email, secret } = await enrolled();
    const admin = await signInAs(node.app, 'admin');
    const { data } = await call(admin, 'GET', `/user/list?search=${email}`);
    const [{ id }] = data;
    const late = await firstStep(email);
    clock.advance(SECOND_STEP_MS);
    expect((await secondStep(late, codeOf(secret))).code).toBe('second_step_over');
    const before = await firstStep(email);
    await call(admin, 'POST', '/user/password', { id, password: 'another given password' });
    expect((await secondStep(before, codeOf(secret))).code).toBe('second_step_over');
    const renewed = (await tryLogin(node.app, email, 'another given password')).json().data.step;
    await call(admin, 'POST', '/user/update', { id, active: false });
    expect((await secondStep(renewed, codeOf(secret))).code).toBe('second_step_over');
    expect((await secondStep('nonsense', codeOf(secret))).code).toBe('second_step_over');
  });
});

describe('resetting a second factor', () => {
  it('is done by another administrator, ends the sessions, and is unusual', async () => {
    const { email, token } = await enrolled();
    const own = (await call(token, 'GET', '/auth/session')).data.user.id;
    expect((await call(token, 'POST', '/user/second_factor/reset', { id: own })).code).toBe(
      'other_administrator_needed',
    );
    const admin = await signInAs(node.app, 'admin');
    const seen = await call(admin, 'GET', `/user/get?id=${own}`);
    expect(seen.data.has_second_factor).toBe(true);
    const reset = await call(admin, 'POST', '/user/second_factor/reset', { id: own });
    expect(reset.data.has_second_factor).toBe(false);
    // A node remembers a session until the notice of its end has come.
    await vi.waitFor(async () => expect((await call(token, 'GET', '/auth/session')).status).toBe(499), {
      timeout: 60_000,
    });
    expect((await tryLogin(node.app, email, PASSWORD)).statusCode).toBe(200);
    await api.world.settle();
    const { data } = await call(admin, 'GET', '/audit/unusual?rule=second_factor_reset');
    expect(data[0]).toMatchObject({ actor_id: api.users.admin });
  });
});

describe('where a second factor is required', () => {
  it('an administrator’s password opens its enrolment only; shops are asked for nothing', async () => {
    const strict = await api.node({ clock, config: { secondFactorRequired: true } });
    const { email } = await newAdministrator();
    const login = (await tryLogin(strict.app, email, PASSWORD)).json().data;
    expect(login.second_factor_required).toBe(true);
    const refused = await call(login.token, 'GET', '/user/list', undefined, strict);
    expect(refused).toMatchObject({ status: 403, code: 'second_factor_enrolment_required' });
    const begun = await call(
      login.token,
      'POST',
      '/auth/second_factor/enrol',
      { current_password: PASSWORD },
      strict,
    );
    const code = codeOf(begun.data.secret);
    const done = await call(login.token, 'POST', '/auth/second_factor/confirm', { code }, strict);
    expect(done.data.session.second_factor_required).toBeUndefined();
    expect((await call(login.token, 'GET', '/user/list', undefined, strict)).status).toBe(200);
    const shop = (await tryLogin(strict.app, 'paris@demo.test', PASSWORD)).json().data;
    expect(shop.second_factor_required).toBeUndefined();
    expect((await call(shop.token, 'GET', '/rma', undefined, strict)).status).toBe(200);
  });
});
