import { changeUser } from '@atelier/application/identity/accounts.commands.ts';
import { SSO_ATTEMPT_MS } from '@atelier/application/identity/single-sign-on.commands.ts';
import {
  startIdentityProvider,
  type IdentityProvider,
  type Person,
} from '@atelier/tests/identity-provider/provider.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  TestClock,
  bearer,
  openApiWorld,
  testMetadata,
  tryLogin,
  PASSWORD,
  type ApiWorld,
} from '../../testing/testing-api.ts';

const PUBLIC_URL = 'http://localhost:4321';
const person = (email: string, more: Partial<Person> = {}): Person => ({
  email,
  name: email,
  password: 'secret',
  ...more,
});
const PEOPLE = [
  person('paris@demo.test'),
  person('tokyo@demo.test', { emailVerified: false }),
  person('nobody@demo.test'),
  person('factory@demo.test'),
];

let api: ApiWorld;
let provider: IdentityProvider;
let clock: TestClock;
let app: FastifyInstance;

beforeAll(async () => {
  api = await openApiWorld();
  provider = await startIdentityProvider({ port: 0, redirectUri: `${PUBLIC_URL}/login`, people: PEOPLE });
});
afterAll(async () => {
  await provider.stop();
  await api.close();
});
beforeEach(async () => {
  clock = new TestClock();
  provider.know(PEOPLE);
  const oidc = { issuer: provider.issuer, clientId: provider.clientId, clientSecretFile: undefined };
  app = (await api.node({ clock, config: { oidc, publicUrl: PUBLIC_URL } })).app;
});

interface Begun {
  readonly url: string;
  readonly cookie: string;
}

async function begin(): Promise<Begun> {
  const answer = await app.inject({ method: 'POST', url: '/api/auth/sso' });
  const cookie = String(answer.headers['set-cookie']);
  expect(cookie).toMatch(/^atelier_sso=[\w-]{43}; Path=\/api\/auth\/callback; HttpOnly; SameSite=Lax/);
  return { url: answer.json().data.authorization_url, cookie: cookie.split(';')[0] ?? '' };
}

/** A browser at the provider: keeps its cookies, follows it until it sends back to us. */
async function atProvider(url: string, email: string): Promise<URLSearchParams> {
  const jar = new Map<string, string>();
  let next = url;
  for (let step = 0; step < 8 && !next.startsWith(PUBLIC_URL); step += 1) {
    next = new URL(await follow(next, email, jar), provider.issuer).href;
  }
  return new URL(next).searchParams;
}

async function follow(url: string, email: string, jar: Map<string, string>): Promise<string> {
  const form = new URL(url).pathname.startsWith('/interaction/');
  const answer = await fetch(url, {
    redirect: 'manual',
    headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    ...(form && { method: 'POST', body: new URLSearchParams({ email, password: 'secret' }) }),
  });
  for (const cookie of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    jar.set(name, value);
  }
  return answer.headers.get('location') ?? '';
}

const comeBack = (query: URLSearchParams, cookie: string) =>
  app.inject({ url: `/api/auth/callback?${query.toString()}`, headers: { cookie } });

async function signInWith(email: string) {
  const { url, cookie } = await begin();
  return comeBack(await atProvider(url, email), cookie);
}

const FAILED = { status: 400, success: false, code: 'sso_failed' };

async function lastFailure(): Promise<{ why: string; userId: number | null }> {
  const { rows } = await api.world.pool.query(
    `select data from events where type = 'SignInFailed' order by position desc limit 1`,
  );
  return rows[0].data;
}

describe('single sign-on', () => {
  it('is offered where it is configured', async () => {
    const options = async (node: FastifyInstance) =>
      (await node.inject({ url: '/api/auth/options' })).json().data.sso;
    expect(await options(app)).toBe(true);
    const plain = (await api.node({ clock })).app;
    expect(await options(plain)).toBe(false);
    expect((await plain.inject({ method: 'POST', url: '/api/auth/sso' })).statusCode).toBe(404);
  });

  it('signs in by a code, binds the person at the first time, and answers the login data', async () => {
    const answer = await signInWith('paris@demo.test');
    expect(answer.statusCode).toBe(200);
    expect(answer.json().data.user).toMatchObject({ email: 'paris@demo.test', user_type: 'shop' });
    const headers = { ...bearer(answer.json().data.token), logintype: '1' };
    expect((await app.inject({ url: '/api/auth/session', headers })).statusCode).toBe(200);
    await signInWith('paris@demo.test');
    const { rows } = await api.world.pool.query(
      `select data from events where stream_id = $1 and type = 'UserIdentityLinked'`,
      [`user-${api.users.paris}`],
    );
    expect(rows.map((row) => row.data.issuer)).toEqual([provider.issuer]);
  });

  it('ends at the provider too, and only for who came from there', async () => {
    const token: string = (await signInWith('paris@demo.test')).json().data.token;
    const out = await app.inject({ url: '/api/auth/logout', headers: bearer(token) });
    expect(out.json().data.end_session_url).toContain(`${provider.issuer}/session/end`);
    expect((await app.inject({ url: '/api/auth/session', headers: bearer(token) })).statusCode).toBe(499);
    const old: string = (await tryLogin(app, 'paris@demo.test', PASSWORD)).json().data.token;
    const second = await app.inject({ method: 'POST', url: '/api/auth/logout', headers: bearer(old) });
    expect(second.json().data.end_session_url).toBeNull();
  });

  it('goes by the subject, also when the address has changed', async () => {
    await signInWith('factory@demo.test');
    provider.know([person('renamed@demo.test', { subject: 'factory@demo.test' })]);
    const answer = await signInWith('renamed@demo.test');
    expect(answer.json().data.user.email).toBe('factory@demo.test');
  });

  it('does not give an account to another person with its address', async () => {
    await signInWith('factory@demo.test');
    provider.know([person('factory@demo.test', { subject: 'somebody-else' })]);
    expect((await signInWith('factory@demo.test')).json()).toMatchObject(FAILED);
    expect(await lastFailure()).toMatchObject({ why: 'other_identity', userId: api.users.factory });
  });

  it.each([
    ['an unknown address', 'nobody@demo.test'],
    ['an address that is not verified', 'tokyo@demo.test'],
  ])('refuses %s with one sentence, and logs it', async (_, email) => {
    expect((await signInWith(email)).json()).toMatchObject(FAILED);
    expect(await lastFailure()).toMatchObject({ why: 'unknown_account', userId: null });
  });

  it('refuses an account that is no longer active', async () => {
    const metadata = testMetadata();
    await changeUser(api.world.store, api.users.paris, { type: 'DeactivateUser' }, { metadata });
    const answer = await signInWith('paris@demo.test');
    await changeUser(api.world.store, api.users.paris, { type: 'ReactivateUser' }, { metadata });
    expect(answer.json()).toMatchObject(FAILED);
    expect(await lastFailure()).toMatchObject({ why: 'inactive_account' });
  });
});

describe('attacks on the address the provider returns to', () => {
  it('a state is good once', async () => {
    const { url, cookie } = await begin();
    const query = await atProvider(url, 'paris@demo.test');
    expect((await comeBack(query, cookie)).statusCode).toBe(200);
    expect((await comeBack(query, cookie)).json()).toMatchObject(FAILED);
  });

  it('a code works once, also with a new state', async () => {
    const first = await begin();
    const query = await atProvider(first.url, 'paris@demo.test');
    expect((await comeBack(query, first.cookie)).statusCode).toBe(200);
    const second = await begin();
    query.set('state', new URL(second.url).searchParams.get('state') ?? '');
    expect((await comeBack(query, second.cookie)).json()).toMatchObject(FAILED);
  });

  it('only the browser that began may come back', async () => {
    const [mine, theirs] = [await begin(), await begin()];
    const query = await atProvider(mine.url, 'paris@demo.test');
    expect((await comeBack(query, theirs.cookie)).json()).toMatchObject(FAILED);
    const again = await begin();
    expect((await comeBack(await atProvider(again.url, 'paris@demo.test'), '')).json()).toMatchObject(FAILED);
  });

  it('a code of one attempt does not fit another (PKCE)', async () => {
    const [one, two] = [await begin(), await begin()];
    const query = await atProvider(one.url, 'paris@demo.test');
    query.set('state', new URL(two.url).searchParams.get('state') ?? '');
    expect((await comeBack(query, two.cookie)).json()).toMatchObject(FAILED);
  });

  it('an answer with another nonce than asked for is refused', async () => {
    const { url, cookie } = await begin();
    const query = await atProvider(url, 'paris@demo.test');
    const { rows } = await api.world.pool.query('delete from sso_attempts returning *');
    for (const { state_hash, browser_hash, verifier, expires_at } of rows) {
      await api.world.pool.query('insert into sso_attempts values ($1, $2, $3, $4, $5)', [
        state_hash,
        browser_hash,
        verifier,
        'another nonce',
        expires_at,
      ]);
    }
    expect((await comeBack(query, cookie)).json()).toMatchObject(FAILED);
  });

  it('an answer that names another issuer is refused', async () => {
    const { url, cookie } = await begin();
    const query = await atProvider(url, 'paris@demo.test');
    query.set('iss', 'http://evil.test');
    expect((await comeBack(query, cookie)).json()).toMatchObject(FAILED);
  });

  it('ten minutes at the provider are enough, and not a moment more', async () => {
    const { url, cookie } = await begin();
    const query = await atProvider(url, 'paris@demo.test');
    clock.advance(SSO_ATTEMPT_MS);
    expect((await comeBack(query, cookie)).json()).toMatchObject(FAILED);
  });

  it('says that single sign-on is out of reach, and leaves the password form alone', async () => {
    const oidc = { issuer: 'http://localhost:9', clientId: 'atelier', clientSecretFile: undefined };
    const node = (await api.node({ clock, config: { oidc } })).app;
    const answer = await node.inject({ method: 'POST', url: '/api/auth/sso' });
    expect(answer.json()).toMatchObject({ status: 503, code: 'sso_unavailable' });
    expect((await tryLogin(node, 'paris@demo.test', PASSWORD)).statusCode).toBe(200);
  });
});
