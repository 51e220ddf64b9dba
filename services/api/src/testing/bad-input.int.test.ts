import { TICKET_LIFE_MS } from '@atelier/domain/identity/sign-in.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Screen, liveUrl, ticketFor } from '../live/testing-screen.ts';
import {
  CAPTCHA,
  PASSWORD,
  TestClock,
  bearer,
  openApiWorld,
  signInAs,
  type ApiNode,
  type ApiWorld,
} from './testing-api.ts';

/** What is tried on the way in (product/reliability.md §25, §26): replays, tokens where none belong, addresses that lie. */
let api: ApiWorld;
let node: ApiNode;
let app: FastifyInstance;
let clock: TestClock;

beforeAll(async () => {
  api = await openApiWorld();
  clock = new TestClock();
  node = await api.node({ clock, live: true });
  ({ app } = node);
});
afterAll(() => api.close());
beforeEach(() => api.world.pool.query('delete from login_attempts'));

describe('a token', () => {
  const places = (token: string) => [
    { url: `/api/auth/session?token=${token}` },
    { url: `/api/auth/session?access_token=${token}` },
    { url: `/api/auth/session?authorization=Bearer%20${token}` },
    { url: '/api/auth/session', headers: { cookie: `token=${token}; authorization=Bearer ${token}` } },
    { url: '/api/auth/session', headers: { authorization: token } },
    { url: '/api/auth/session', headers: { authorization: `Token ${token}` } },
    { url: '/api/auth/session', headers: { 'x-auth-token': token, token } },
  ];

  it('counts in the bearer header and nowhere else', async () => {
    const token = await signInAs(app, 'paris');
    const statuses = [];
    for (const place of places(token)) statuses.push((await app.inject(place)).statusCode);
    expect(statuses).toEqual(places(token).map(() => 401));
    const both = await app.inject({ url: `/api/auth/session?token=${token}`, headers: bearer(token) });
    expect([both.statusCode, both.json().errors[0].path]).toEqual([400, 'token']);
  });

  it('opens no live connection from its address', async () => {
    const token = await signInAs(app, 'paris');
    const ticket = await ticketFor(app, token);
    const screen = new Screen(`${liveUrl(app)}?ticket=${ticket}&token=${token}`);
    await screen.opened();
    screen.send({ type: 'subscribe', topics: ['system'] });
    expect(await screen.whenClosed()).toMatchObject({ code: 4401 });
  });
});

describe('a ticket', () => {
  it('opens nothing after its thirty seconds', async () => {
    const ticket = await ticketFor(app, await signInAs(app, 'paris'));
    clock.advance(TICKET_LIFE_MS);
    const screen = new Screen(liveUrl(app));
    await screen.opened();
    screen.send({ type: 'hello', ticket });
    expect(await screen.whenClosed()).toMatchObject({ code: 4401 });
  });

  it('opens one screen of twenty that show it at once', async () => {
    const ticket = await ticketFor(app, await signInAs(app, 'paris'));
    const screens = Array.from({ length: 20 }, () => new Screen(liveUrl(app)));
    await Promise.all(screens.map((screen) => screen.opened()));
    for (const screen of screens) screen.send({ type: 'hello', ticket });
    const decided = (screen: Screen) => screen.closed ?? screen.frames.some(({ type }) => type === 'welcome');
    await Promise.all(screens.map((screen) => screen.until(() => Boolean(decided(screen)), 'a verdict')));
    expect(screens.filter((screen) => screen.closed === undefined)).toHaveLength(1);
    for (const screen of screens) screen.socket.close();
  });
});

describe('a captcha', () => {
  it('lets one of twenty in that show it at once', async () => {
    const { CaptchaId } = (await app.inject({ url: '/api/captcha/getOne' })).json();
    const payload = {
      username: 'paris@demo.test',
      password: PASSWORD,
      is_captcha: 1,
      captcha_id: CaptchaId,
      captcha: CAPTCHA,
    };
    const tries = Array.from({ length: 20 }, () =>
      app.inject({ method: 'POST', url: '/api/auth/loginold', payload }),
    );
    const codes = (await Promise.all(tries)).map((answer) => answer.json().code);
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    expect(codes.filter((code) => code === 'captcha_wrong')).toHaveLength(19);
  });

  it.each([0, 1, undefined])('is asked for whatever is_captcha says: %s', async (isCaptcha) => {
    const form = { username: 'paris@demo.test', password: PASSWORD, is_captcha: isCaptcha };
    const answers = [
      {},
      { captcha_id: '', captcha: '' },
      { captcha_id: crypto.randomUUID(), captcha: CAPTCHA },
    ];
    for (const captcha of answers) {
      const payload = { ...form, ...captcha };
      const answer = await app.inject({ method: 'POST', url: '/api/auth/loginold', payload });
      expect([answer.statusCode, answer.json().success]).toEqual([400, false]);
    }
  });
});

describe('a forged X-Forwarded-For', () => {
  /** Five failures and one more, each with another address in the header. */
  async function codesOf(
    on: FastifyInstance,
    from: string,
    header: (n: number) => string,
  ): Promise<string[]> {
    const codes: string[] = [];
    for (let n = 0; n < 6; n += 1) {
      const headers = { 'x-forwarded-for': header(n) };
      const { CaptchaId } = (await on.inject({ url: '/api/captcha/getOne', headers })).json();
      const payload = { username: 'paris@demo.test', password: 'x', captcha_id: CaptchaId, captcha: CAPTCHA };
      const asked = {
        method: 'POST',
        url: '/api/auth/loginold',
        payload,
        headers,
        remoteAddress: from,
      } as const;
      codes.push((await on.inject(asked)).json().code);
    }
    return codes;
  }

  const LOCKED = [...Array<string>(5).fill('login_failed'), 'login_suspended'];
  const behindProxy = async () => (await api.node({ clock, config: { trustProxy: ['10.0.0.0/8'] } })).app;

  it('changes nothing where no proxy is trusted', async () => {
    expect(await codesOf(app, '198.51.100.9', (n) => `203.0.113.${n}`)).toEqual(LOCKED);
  });

  it('changes nothing for who does not come from the proxy', async () => {
    expect(await codesOf(await behindProxy(), '198.51.100.9', (n) => `203.0.113.${n}`)).toEqual(LOCKED);
  });

  it('changes nothing before what the proxy itself has added', async () => {
    const proxied = await behindProxy();
    expect(await codesOf(proxied, '10.0.0.5', (n) => `203.0.113.${n}, 198.51.100.9`)).toEqual(LOCKED);
  });

  it('is not needed by people behind the proxy: each is who they are', async () => {
    const proxied = await behindProxy();
    await codesOf(proxied, '10.0.0.5', () => '198.51.100.9');
    const codes = await codesOf(proxied, '10.0.0.5', (n) => `198.51.100.${n + 20}`);
    expect(codes).toEqual(Array(6).fill('login_failed'));
  });
});

describe('a badge that was photographed', () => {
  it.each(['paris', 'warehouse', 'factory', 'admin', 'auditor'] as const)(
    'says nothing to the account %s, which is no station',
    async (name) => {
      const token = await signInAs(app, name);
      const answer = await app.inject({
        method: 'POST',
        url: '/api/auth/rma_worker',
        headers: bearer(token),
        payload: { barcode: '0000001' },
      });
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'forbidden']);
      const session = await app.inject({ url: '/api/auth/session', headers: bearer(token) });
      expect(session.json().data.worker).toBeNull();
    },
  );

  it('says nothing to who has not signed in', async () => {
    const payload = { barcode: '0000001' };
    const answer = await app.inject({ method: 'POST', url: '/api/auth/rma_worker', payload });
    expect(answer.statusCode).toBe(401);
  });
});

describe('single sign-on', () => {
  it.each([{ redirect_uri: 'https://evil.test/' }, { state: 'mine' }])(
    'takes nothing about the way back from who begins it: %o',
    async (payload) => {
      const oidc = { issuer: 'http://localhost:9', clientId: 'atelier', clientSecretFile: undefined };
      const { app: offering } = await api.node({ clock, config: { oidc } });
      const answer = await offering.inject({ method: 'POST', url: '/api/auth/sso', payload });
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input']);
    },
  );
});
