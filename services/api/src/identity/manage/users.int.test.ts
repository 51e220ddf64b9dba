import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STANDARD_ROLES } from '@atelier/domain/identity/standard-roles.ts';
import { defineRole } from '@atelier/application/identity/roles.commands.ts';
import { openScreen } from '../../live/testing-screen.ts';
import {
  PASSWORD,
  TestClock,
  bearer,
  openApiWorld,
  openPerson,
  signInAs,
  testMetadata,
  tryLogin,
  type ApiNode,
  type ApiWorld,
} from '../../testing/testing-api.ts';

const HELD_BY_SHOPS = STANDARD_ROLES.shop.permissions;
const NEW_ADMINISTRATOR = {
  email: 'one.more@demo.test',
  name: 'One More',
  last_name: 'More',
  user_type: 'admin',
  site_id: null,
};

let api: ApiWorld;
let node: ApiNode;
let admin: string;

beforeAll(async () => {
  api = await openApiWorld();
  node = await api.node({ clock: new TestClock(), live: true });
  admin = await signInAs(node.app, 'admin');
});
afterAll(() => api.close());

async function call(method: 'GET' | 'POST', url: string, payload?: object, headers: object = {}, as = admin) {
  const answer = await node.app.inject({
    method,
    url: `/api${url}`,
    headers: { ...bearer(as), ...headers },
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, etag: answer.headers.etag, ...answer.json() };
}
const create = (email: string, more: object = {}, headers: object = {}) =>
  call(
    'POST',
    '/user/create',
    {
      email,
      name: 'Nina Novak',
      last_name: 'Novak',
      user_type: 'shop',
      site_id: api.sites.get('LYN'),
      roles: ['#INTRANET::FRONT_shop'],
      password: 'a long enough one',
      ...more,
    },
    headers,
  );
const sessionOf = (token: string) =>
  node.app.inject({ url: '/api/auth/session', headers: bearer(token) }).then(({ statusCode }) => statusCode);

describe('accounts', () => {
  it('are listed by name, found by a part of it, and say where each stands', async () => {
    const { data, total } = await call('GET', '/user/list?search=PARIS');
    expect(total).toBe(1);
    expect(data[0]).toMatchObject({
      email: 'paris@demo.test',
      user_type: 'shop',
      site: { code: 'PAR', kind: 'shop' },
      active: true,
      sso: false,
      has_password: true,
      locked: false,
    });
    expect((await call('GET', '/user/list?user_type=admin')).total).toBe(2);
    expect((await call('GET', '/user/list?search=%25')).total).toBe(0);
  });

  it('are opened once by one request, and can be used at once', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const [first, again] = [await create('Nina@Demo.test', {}, key), await create('Nina@Demo.test', {}, key)];
    expect(first.data).toMatchObject({ email: 'nina@demo.test', site: { code: 'LYN' } });
    expect(again.data.id).toBe(first.data.id);
    expect((await tryLogin(node.app, 'nina@demo.test', 'a long enough one')).statusCode).toBe(200);
  });

  it.each([
    ['an address in use', { email: 'paris@demo.test' }, 'email_used'],
    ['no address', { email: 'no-person' }, 'invalid_input'],
    ['a short password', { password: 'eleven sign' }, 'invalid_input'],
    ['a password everybody tries first', { password: 'Password2026!' }, 'password_common'],
    ['a password of blanks', { password: ' '.repeat(14) }, 'password_common'],
    ['a role nobody defined', { roles: ['root'] }, 'role_unknown'],
    ['a factory for a shop’s person', { site_id: 31 }, 'invalid_site'],
    ['a shop for an administrator', { user_type: 'admin' }, 'invalid_site'],
    ['no site for a shop’s person', { site_id: null }, 'invalid_site'],
    ['a field nobody knows', { permissions: ['manage user'] }, 'invalid_input'],
  ])('are not opened with %s', async (_, more, code) => {
    const before = (await call('GET', '/user/list')).total;
    expect(await create('new@demo.test', more)).toMatchObject({ status: 400, code });
    expect((await call('GET', '/user/list')).total).toBe(before);
  });

  it('change in what is said; a stale version is refused', async () => {
    const { data, etag } = await create('change@demo.test');
    const renamed = await call(
      'POST',
      '/user/update',
      { id: data.id, name: 'Nina N.' },
      { 'if-match': etag },
    );
    expect(renamed.data).toMatchObject({ name: 'Nina N.', last_name: 'Novak', version: data.version + 1 });
    const stale = await call('POST', '/user/update', { id: data.id, name: 'Old' }, { 'if-match': etag });
    expect(stale.status).toBe(409);
  });

  it('lose their sessions when their rights change, on HTTP and on open screens', async () => {
    const { data } = await create('moves@demo.test');
    const login = await tryLogin(node.app, 'moves@demo.test', 'a long enough one');
    const { token } = login.json().data;
    const own = { current_password: 'a long enough one', password: 'a password of one’s own' };
    await call('POST', '/auth/password', own, {}, token);
    const screen = await openScreen(node.app, token, []);
    await call('POST', '/user/update', { id: data.id, site_id: api.sites.get('PAR') });
    expect(await screen.whenClosed()).toMatchObject({ code: 4499 });
    expect(await sessionOf(token)).toBe(499);
  });

  it('are signed out everywhere by their manager', async () => {
    const token = await signInAs(node.app, 'tokyo');
    const screen = await openScreen(node.app, token, []);
    await call('POST', '/user/revoke_sessions', { id: api.users.tokyo });
    expect(await screen.whenClosed()).toMatchObject({ code: 4499 });
    expect(await sessionOf(token)).toBe(499);
  });

  it('are unlocked before their minute is over', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) await tryLogin(node.app, 'factory@demo.test', 'wrong');
    const locked = await call('GET', `/user/get?id=${api.users.factory}`);
    expect(locked.data.locked).toBe(true);
    expect((await tryLogin(node.app, 'factory@demo.test', PASSWORD)).json().code).toBe('login_suspended');
    expect((await call('POST', '/user/unlock', { id: api.users.factory })).data.locked).toBe(false);
    expect((await tryLogin(node.app, 'factory@demo.test', PASSWORD)).statusCode).toBe(200);
  });

  it('get another password, and the old one opens nothing any more', async () => {
    const { data } = await create('forgot@demo.test');
    const before = await tryLogin(node.app, 'forgot@demo.test', 'a long enough one');
    await call('POST', '/user/password', { id: data.id, password: 'another long one' });
    expect(await sessionOf(before.json().data.token)).toBe(499);
    expect((await tryLogin(node.app, 'forgot@demo.test', 'a long enough one')).statusCode).toBe(400);
    expect((await tryLogin(node.app, 'forgot@demo.test', 'another long one')).statusCode).toBe(200);
    const { rows } = await api.world.pool.query(
      `select type from events where stream_id = $1 order by version`,
      [`user-${data.id}`],
    );
    expect(rows.map(({ type }) => type)).toEqual(['UserOpened', 'UserPasswordChanged']);
  });

  it('of single sign-on keep the provider’s name and address', async () => {
    const { data } = await create('sso@demo.test', { password: undefined });
    expect(data).toMatchObject({ has_password: false, sso: false });
    await api.world.pool.query('insert into user_identities values ($1, $2, $3, now())', [
      'https://i',
      's',
      data.id,
    ]);
    const refused = await call('POST', '/user/update', { id: data.id, name: 'Else' });
    expect(refused).toMatchObject({ status: 400, code: 'identity_of_provider' });
    const moved = await call('POST', '/user/update', { id: data.id, active: false });
    expect(moved.data).toMatchObject({ active: false, sso: true });
  });

  it('never lock out the last person who can let people in', async () => {
    for (const change of [{ active: false }, { roles: ['#INTRANET::FRONT_auditor'] }]) {
      const answer = await call('POST', '/user/update', { id: api.users.admin, ...change });
      expect(answer).toMatchObject({ status: 400, code: 'last_manager' });
    }
    expect(await sessionOf(admin)).toBe(200);
  });

  it('keep addresses and names out of the log in clear', async () => {
    await create('canary-4711@demo.test', { name: 'Canary Name' });
    const { rows } = await api.world.pool.query(
      `select count(*)::int as n from events where data::text ~ 'canary-4711|Canary Name'`,
    );
    expect(rows[0].n).toBe(0);
  });
});

describe('an administrator who holds less than others', () => {
  const helper = { email: 'helper@demo.test', password: PASSWORD };
  let token: string;

  beforeAll(async () => {
    const role = {
      roleId: 900_001,
      name: 'help desk',
      permissions: ['manage user', ...HELD_BY_SHOPS],
    } as const;
    await defineRole(api.world.store, role, testMetadata());
    const profile = { email: helper.email, name: 'Helper', lastName: 'Helper' };
    await openPerson(api, { profile, userType: 'admin', siteId: null, roles: [role.name] });
    token = (await tryLogin(node.app, helper.email, helper.password)).json().data.token;
  });

  const asHelper = (url: string, payload: object) => call('POST', url, payload, {}, token);

  it('manages accounts that hold no more', async () => {
    const { data } = await create('reached@demo.test');
    const unlocked = await asHelper('/user/unlock', { id: data.id });
    expect(unlocked.status).toBe(200);
  });

  it.each([
    ['/user/password', { password: 'a password of mine' }],
    ['/user/update', { active: false }],
    ['/user/unlock', {}],
    ['/user/revoke_sessions', {}],
  ])('does not reach the administrator or the auditor by %s', async (url, body) => {
    for (const id of [api.users.admin, api.users.auditor, api.users.factory]) {
      expect(await asHelper(url, { id, ...body })).toMatchObject({ status: 403, code: 'account_beyond_own' });
    }
    expect((await tryLogin(node.app, 'auditor@demo.test', PASSWORD)).statusCode).toBe(200);
  });

  it('gives no role beyond their own, to themself or to others', async () => {
    const roles = ['#INTRANET::FRONT_administrator'];
    const own = (await call('GET', '/auth/session', undefined, {}, token)).data.user.id;
    const refusals = [
      await asHelper('/user/update', { id: own, roles }),
      await asHelper('/user/create', { ...NEW_ADMINISTRATOR, roles }),
    ];
    for (const refused of refusals) {
      expect(refused).toMatchObject({ status: 400, code: 'role_beyond_own' });
      expect(refused.errors[0].path).toBe('roles');
    }
  });
});

describe('asking for erasures and deciding on them', () => {
  it('are never given to one account', async () => {
    const roles = ['#INTRANET::FRONT_administrator', '#INTRANET::FRONT_deciding administrator'];
    const refused = await call('POST', '/user/create', { ...NEW_ADMINISTRATOR, roles });
    expect(refused).toMatchObject({ status: 400, code: 'roles_of_two_persons', errors: [{ path: 'roles' }] });
  });

  it('are not exchanged by one’s own hand', async () => {
    const roles = ['#INTRANET::FRONT_deciding administrator'];
    const refused = await call('POST', '/user/update', { id: api.users.admin, roles });
    expect(refused).toMatchObject({ status: 400, code: 'role_beyond_own' });
  });
});
