import { changeUser } from '@atelier/application/identity/accounts.commands.ts';
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  CAPTCHA,
  PASSWORD,
  TestClock,
  openApiWorld,
  testMetadata,
  tryLogin,
  type ApiWorld,
} from '../testing/testing-api.ts';

let api: ApiWorld;
let app: FastifyInstance;
let clock: TestClock;

beforeAll(async () => {
  api = await openApiWorld();
});
afterAll(() => api.close());
beforeEach(async () => {
  clock = new TestClock();
  app = (await api.node({ clock })).app;
  await api.world.pool.query('delete from login_attempts');
});

const wrong = (address?: string) => tryLogin(app, 'paris@demo.test', 'not it', address);
const right = (address?: string) => tryLogin(app, 'paris@demo.test', PASSWORD, address);

async function failTimes(times: number, address?: string): Promise<void> {
  for (let attempt = 0; attempt < times; attempt += 1) await wrong(address);
}

describe('signing in', () => {
  it('answers the login data (product/identity.md §4)', async () => {
    const answer = await right();
    expect(answer.statusCode).toBe(200);
    const { data } = answer.json();
    expect(data.token).toMatch(/^[\w-]{43}$/);
    expect(data.user).toMatchObject({ user_type: 'shop', name: 'paris person', email: 'paris@demo.test' });
    expect(data.roles).toEqual([{ name: '#INTRANET::FRONT_shop' }]);
    expect(data.allPermission).toContain('view request new rma page');
    expect(data.userinfo.data[0]).toMatchObject({ last_name: 'paris', country_code: 'FR' });
    expect(data.userinfo.data[0].navcode).not.toBe('');
    expect(data.site).toMatchObject({ code: 'PAR', kind: 'shop' });
  });

  it('says whether the account signs in for the first time', async () => {
    await api.world.pool.query('delete from sessions where user_id = $1', [api.users.paris]);
    expect((await right()).json().data.first_sign_in).toBe(true);
    expect((await right()).json().data.first_sign_in).toBeUndefined();
  });

  it('shows the company’s licence notice without a sign-in', async () => {
    const node = await api.node({ clock, config: { licenceNotice: 'Maison X, authorised staff only' } });
    const answer = await node.app.inject({ url: '/api/auth/options' });
    expect(answer.json().data).toMatchObject({ licence_notice: 'Maison X, authorised staff only' });
    expect((await app.inject({ url: '/api/auth/options' })).json().data).toEqual({
      licence_notice: '',
      sso: false,
      no_account: false,
    });
  });

  it('takes the address in any case', async () => {
    expect((await tryLogin(app, ' PARIS@Demo.Test ', PASSWORD)).statusCode).toBe(200);
  });

  it('says the same to a wrong password, an unknown account and an inactive one', async () => {
    const metadata = testMetadata();
    await changeUser(api.world.store, api.users.tokyo, { type: 'DeactivateUser' }, { metadata });
    const answers = [
      await tryLogin(app, 'auditor@demo.test', 'not it'),
      await tryLogin(app, 'nobody@demo.test', 'not it'),
      await tryLogin(app, 'tokyo@demo.test', PASSWORD),
    ];
    await changeUser(api.world.store, api.users.tokyo, { type: 'ReactivateUser' }, { metadata });
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    expect(answers[0]?.json()).toMatchObject({
      status: 400,
      success: false,
      code: 'login_failed',
      data: { attempts_left: 4 },
    });
  });

  it('keeps a failure in the log, without the address, the password or the name', async () => {
    await tryLogin(app, 'nobody-canary@demo.test', 'password-canary', '203.0.113.77');
    const { rows } = await api.world.pool.query(
      `select data::text as data from events where type = 'SignInFailed' order by position desc limit 1`,
    );
    expect(JSON.parse(rows[0].data)).toMatchObject({ userId: null, why: 'unknown_account', failures: 1 });
    expect(rows[0].data).not.toMatch(/canary|203\.0\.113/);
  });

  it('keeps who signed in and out in the log, each once, without a token or an address', async () => {
    const { token } = (await right('203.0.113.78')).json().data;
    const signOut = () =>
      app.inject({ method: 'POST', url: '/api/auth/logout', headers: { authorization: `Bearer ${token}` } });
    await signOut();
    await signOut();
    const { rows } = await api.world.pool.query(
      `select type, stream_id, data::text as data, metadata::text as metadata from events
        where stream_id = (select stream_id from events where type = 'SignedIn' order by position desc limit 1)
        order by version`,
    );
    expect(rows.map(({ type }) => type)).toEqual(['SignedIn', 'SignedOut']);
    expect(JSON.parse(rows[0].data)).toMatchObject({ userId: api.users.paris, how: 'password' });
    expect(JSON.parse(rows[1].metadata).actor).toEqual({ id: api.users.paris, kind: 'user' });
    const session = await api.world.pool.query('select id from sessions where id = $1', [
      rows[0].stream_id.replace('session-', ''),
    ]);
    expect(session.rowCount).toBe(1);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).not.toMatch(/203\.0\.113|demo\.test/);
  });

  it('refuses a form with more fields than it has', async () => {
    const payload = { username: 'a', password: 'b', captcha_id: 'c', captcha: 'd', user_type: 'admin' };
    const answer = await app.inject({ method: 'POST', url: '/api/auth/loginold', payload });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input']);
  });

  it.each([
    [{}, ['Please enter the email', 'Please enter the password', 'Please enter the captcha']],
    [{ username: '', password: 'b', captcha: 'd' }, ['Please enter the email']],
    [{ username: 'a', password: '', captcha: '' }, ['Please enter the password', 'Please enter the captcha']],
  ])('says the fixed sentence for each field missing from %j', async (typed, sentences) => {
    const payload = { captcha_id: 'c', ...typed };
    const answer = await app.inject({ method: 'POST', url: '/api/auth/loginold', payload });
    const body = answer.json();
    expect([answer.statusCode, body.message]).toEqual([400, sentences[0]]);
    expect(body.errors.map(({ message }: { message: string }) => message)).toEqual(sentences);
  });

  it('keeps other words for a field that is too long', async () => {
    const payload = { username: 'a', password: 'b', captcha_id: 'c', captcha: 'x'.repeat(5_000) };
    const answer = await app.inject({ method: 'POST', url: '/api/auth/loginold', payload });
    expect(answer.json().errors).toMatchObject([{ path: 'captcha', code: 'too_big' }]);
  });
});

describe('the lock', () => {
  it('comes with the fifth failure and says how long', async () => {
    await failTimes(4);
    const fifth = await wrong();
    expect(fifth.json()).toMatchObject({
      code: 'login_failed',
      data: { attempts_left: 0, locked_for_s: 60 },
    });
    const sixth = await right();
    expect(sixth.json()).toMatchObject({ status: 400, code: 'login_suspended', data: { locked_for_s: 60 } });
    expect(sixth.json().message).toBe('Your login has been suspended. Please try again later.');
  });

  it('does not come with the fourth', async () => {
    await failTimes(4);
    expect((await right()).statusCode).toBe(200);
  });

  it('holds until 60 s less a millisecond and not a millisecond longer', async () => {
    await failTimes(5);
    clock.advance(59_999);
    expect((await right()).json()).toMatchObject({ code: 'login_suspended', data: { locked_for_s: 1 } });
    clock.advance(1);
    expect((await right()).statusCode).toBe(200);
  });

  it('starts counting from nothing when it ends', async () => {
    await failTimes(5);
    clock.advance(60_000);
    expect((await wrong()).json().data).toEqual({ attempts_left: 4 });
  });

  it('is lifted by a success before it comes', async () => {
    await failTimes(4);
    await right();
    expect((await wrong()).json().data).toEqual({ attempts_left: 4 });
  });

  it('is per address: one shop’s typing errors do not lock out other shops', async () => {
    await failTimes(5, '198.51.100.1');
    expect((await right('198.51.100.2')).statusCode).toBe(200);
  });

  it('lets only five of fifty at once reach the password', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => wrong()));
    const codes = answers.map((answer) => answer.json().code);
    expect(codes.filter((code) => code === 'login_failed')).toHaveLength(5);
    expect(codes.filter((code) => code === 'login_suspended')).toHaveLength(45);
  });

  it('locks an account as a whole when it is tried from everywhere', async () => {
    const answers = [];
    for (let from = 0; from < 51; from += 1) answers.push(await wrong(`198.51.100.${from}`));
    expect(answers.slice(0, 50).every((answer) => answer.json().code === 'login_failed')).toBe(true);
    expect(answers[50]?.json().code).toBe('login_suspended');
  });
});

describe('the captcha', () => {
  const getOne = (query = '') => app.inject({ method: 'GET', url: `/api/captcha/getOne${query}` });
  const login = (captchaId: string, captcha: string, password = PASSWORD) =>
    app.inject({
      method: 'POST',
      url: '/api/auth/loginold',
      payload: { username: 'paris@demo.test', password, captcha_id: captchaId, captcha },
    });

  it('stands in the data and beside it', async () => {
    const body = (await getOne()).json();
    expect(body.success).toBe(true);
    expect(body.PicPath).toMatch(/^data:image\/png;base64,/);
    expect(body.data).toEqual({ success: true, CaptchaId: body.CaptchaId, PicPath: body.PicPath });
  });

  it('is taken in any case, once', async () => {
    const { CaptchaId } = (await getOne()).json();
    expect((await login(CaptchaId, ` ${CAPTCHA.toUpperCase()} `)).statusCode).toBe(200);
    expect((await login(CaptchaId, CAPTCHA)).json()).toMatchObject({
      status: 400,
      code: 'captcha_wrong',
      errors: [{ path: 'captcha' }],
    });
  });

  it('is used up by a wrong answer too', async () => {
    const { CaptchaId } = (await getOne()).json();
    await login(CaptchaId, 'wrong');
    expect((await login(CaptchaId, CAPTCHA)).json().code).toBe('captcha_wrong');
  });

  it('lives two minutes', async () => {
    const first = (await getOne()).json().CaptchaId;
    clock.advance(119_999);
    expect((await login(first, CAPTCHA)).statusCode).toBe(200);
    const second = (await getOne()).json().CaptchaId;
    clock.advance(120_000);
    expect((await login(second, CAPTCHA)).json().code).toBe('captcha_wrong');
  });

  it('is not to be replaced by hand within ten seconds', async () => {
    const { CaptchaId } = (await getOne()).json();
    clock.advance(9_999);
    const early = await getOne(`?previous=${CaptchaId}`);
    expect(early.json()).toMatchObject({
      status: 400,
      success: false,
      code: 'captcha_too_frequent',
      message: 'Captcha updates are too frequent',
    });
    clock.advance(1);
    expect((await getOne(`?previous=${CaptchaId}`)).statusCode).toBe(200);
    expect((await login(CaptchaId, CAPTCHA)).json().code).toBe('captcha_wrong');
  });

  it('is replaced at once after a failed sign-in', async () => {
    const { CaptchaId } = (await getOne()).json();
    await login(CaptchaId, CAPTCHA, 'not it');
    expect((await getOne(`?previous=${CaptchaId}`)).statusCode).toBe(200);
  });

  it('has an equal path without a picture', async () => {
    const body = (await getOne('?kind=pow')).json();
    const puzzle = JSON.parse(Buffer.from(body.PicPath.split(',')[1], 'base64').toString());
    const answer = solve(puzzle);
    expect((await login(body.CaptchaId, answer)).statusCode).toBe(200);
  });

  it('cannot be skipped by saying that there is none', async () => {
    const payload = {
      username: 'paris@demo.test',
      password: PASSWORD,
      is_captcha: 0,
      captcha_id: 'x',
      captcha: 'x',
    };
    const answer = await app.inject({ method: 'POST', url: '/api/auth/loginold', payload });
    expect(answer.statusCode).toBe(400);
  });
});

interface Puzzle {
  readonly salt: string;
  readonly challenge: string;
  readonly maxnumber: number;
}

function solve({ salt, challenge, maxnumber }: Puzzle): string {
  for (let n = 0; n <= maxnumber; n += 1) {
    if (createHash('sha256').update(`${salt}${n}`).digest('hex') === challenge) return String(n);
  }
  throw new Error('the puzzle has no answer');
}
