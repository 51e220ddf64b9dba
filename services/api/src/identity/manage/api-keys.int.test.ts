import { randomUUID } from 'node:crypto';
import { API_KEY_LIMITS } from '@atelier/domain/identity/contract.ts';
import { STANDARD_ROLES } from '@atelier/domain/identity/standard-roles.ts';
import { LIVE_CLOSE } from '@atelier/domain/live/contract.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openScreen } from '../../live/testing-screen.ts';
import {
  PASSWORD,
  TestClock,
  bearer,
  openApiWorld,
  openPerson,
  signInAs,
  tryLogin,
  type ApiNode,
  type ApiWorld,
} from '../../testing/testing-api.ts';

const DAY_MS = 86_400_000;
const LISTS = ['view list all rma page', 'view (shop) get all rma', 'client search'];

let api: ApiWorld;
let node: ApiNode;
let other: ApiNode;
let clock: TestClock;
let admin: string;

beforeAll(async () => {
  api = await openApiWorld();
  clock = new TestClock();
  node = await api.node({ clock, live: true });
  other = await api.node({ clock, live: true });
  admin = await signInAs(node.app, 'admin');
});
afterAll(() => api.close());

async function call(
  method: 'GET' | 'POST',
  url: string,
  payload?: object,
  as = admin,
  on = node,
  headers = {},
) {
  const answer = await on.app.inject({
    method,
    url: `/api${url}`,
    headers: { ...bearer(as), ...headers },
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, ...answer.json() };
}
const dayIn = (days: number): string =>
  new Date(clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
const wanted = (more: object = {}) => ({
  name: 'Webshop',
  permissions: LISTS,
  site_id: api.sites.get('PAR') ?? null,
  last_day: dayIn(30),
  ...more,
});
const make = (more: object = {}, headers = {}) =>
  call('POST', '/api_key/create', wanted(more), admin, node, headers);
const whoAmI = (secret: string, on = node) => call('GET', '/auth/session', undefined, secret, on);
const listed = async (id: number) => {
  const { data } = await call('GET', '/api_key/list');
  return data.find((each: { id: number }) => each.id === id);
};

describe('a new API key', () => {
  it('says its secret once, and only a digest of it is kept', async () => {
    const { data } = await make();
    expect(data.secret).toMatch(new RegExp(`^atl_${data.id}_[\\w-]{43}$`));
    expect(data).toMatchObject({
      state: 'active',
      site: { code: 'PAR' },
      permissions: LISTS,
      last_used_at: null,
    });
    expect(await listed(data.id)).not.toHaveProperty('secret');
    const rest = data.secret.slice(data.begins.length);
    for (const table of ['events', 'sessions', 'users', 'handled_commands'] as const) {
      const { rows } = await api.world.pool.query(
        `select count(*)::int as found from ${table} t where t::text like $1`,
        [`%${rest}%`],
      );
      expect([table, rows[0].found]).toEqual([table, 0]);
    }
  });

  it.each([
    ['no name', { name: ' ' }, 'name', 'invalid_input'],
    ['no permission', { permissions: [] }, 'permissions', 'invalid_input'],
    ['a permission there is none of', { permissions: ['root'] }, 'permissions', 'invalid_input'],
    [
      'a permission only persons have',
      { permissions: ['manage user'] },
      'permissions',
      'permission_of_persons',
    ],
    [
      'a permission over the whole house, for one site',
      { permissions: ['export', 'audit replay'] },
      'permissions',
      'permission_of_house',
    ],
    ['a site there is none of', { site_id: 99_999 }, 'site_id', 'invalid_site'],
    ['a day in the past', { last_day: '2020-01-01' }, 'last_day', 'day_past'],
    ['a day that is none', { last_day: '2027-02-30' }, 'last_day', 'invalid_input'],
    ['a field nobody knows', { secret: 'mine' }, '', 'invalid_input'],
  ])('is refused with %s', async (_, more, path, code) => {
    const before = (await call('GET', '/api_key/list')).total;
    const refused = await make(more);
    expect(refused).toMatchObject({ status: 400, code });
    expect(refused.errors[0].path).toContain(path);
    expect((await call('GET', '/api_key/list')).total).toBe(before);
  });

  it('is refused when it would hold for more than a year', async () => {
    expect(await make({ last_day: dayIn(API_KEY_LIMITS.days + 1) })).toMatchObject({ code: 'day_far' });
    expect(await make({ last_day: dayIn(API_KEY_LIMITS.days) })).toMatchObject({ status: 200 });
  });

  it('is one key when its request comes again, with another secret in place of the first', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const [first, again] = [await make({}, headers), await make({}, headers)];
    expect(again.data.id).toBe(first.data.id);
    expect((await whoAmI(first.data.secret)).code).toBe('unauthorized');
    expect((await whoAmI(again.data.secret)).status).toBe(200);
  });

  it('stands among no people: neither in their list nor in their calls', async () => {
    const { data } = await make();
    expect((await call('GET', '/user/list?search=Webshop')).total).toBe(0);
    expect(
      await call('POST', '/user/password', { id: data.id, password: 'a long enough one' }),
    ).toMatchObject({
      status: 404,
    });
    expect(await call('POST', '/api_key/revoke', { id: api.users.paris })).toMatchObject({ status: 404 });
  });
});

describe('a call by an API key', () => {
  it('may do what the key may, and reaches its shop only', async () => {
    const { data } = await make();
    const session = await whoAmI(data.secret);
    expect(session.data).toMatchObject({ user: { id: data.id, user_type: 'shop' }, site: { code: 'PAR' } });
    expect(session.data.allPermission.toSorted()).toEqual(LISTS.toSorted());
    expect((await call('GET', '/rma', undefined, data.secret)).status).toBe(200);
    expect((await call('GET', '/user/list', undefined, data.secret)).status).toBe(403);
    expect((await call('GET', '/jobs', undefined, data.secret)).status).toBe(403);
  });

  it.each([
    ['POST', '/auth/logout'],
    ['GET', '/auth/logout'],
    ['POST', '/auth/rma_worker'],
    ['POST', '/auth/rma_worker/logout'],
  ] as const)('is refused what only persons do: %s %s', async (method, url) => {
    const { data } = await make();
    const body = url === '/auth/rma_worker' ? { barcode: 'W0001' } : {};
    const refused = await call(method, url, method === 'POST' ? body : undefined, data.secret);
    expect(refused).toMatchObject({ status: 403, code: 'persons_only' });
    expect((await whoAmI(data.secret)).status).toBe(200);
  });

  it('is noted as its last use', async () => {
    const { data } = await make();
    await whoAmI(data.secret);
    expect((await listed(data.id)).last_used_at).toBe(clock.now().toISOString());
  });

  it('outlasts thirty idle minutes and twelve hours, which end a sign-in', async () => {
    const { data } = await make({ last_day: dayIn(200) });
    clock.advance(DAY_MS);
    admin = await signInAs(node.app, 'admin');
    expect((await whoAmI(data.secret)).status).toBe(200);
  });

  it('stands under the key’s own name in the log and in what was changed', async () => {
    const { data } = await make({ name: 'Stock', permissions: ['view (system) subreasons'], site_id: null });
    const reasons = await call('GET', '/system/reason/list', undefined, data.secret);
    const [{ id }] = reasons.data;
    const done = await call('POST', '/system/reason/switch', { id, IsActive: false }, data.secret);
    expect(done.status).toBe(200);
    await api.world.settle();
    const { data: changes } = await call('GET', '/system/changes?kind=reason');
    expect(changes[0].actor).toEqual({ id: data.id, kind: 'user', name: 'Stock (API)' });
  });

  it('reads the log for a SIEM, when it may replay', async () => {
    const { data } = await make({ permissions: ['audit replay'], site_id: null });
    const answer = await node.app.inject({
      url: '/api/audit/events/ocsf?after=0',
      headers: bearer(data.secret),
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('"class_uid":3001');
  });

  it('that shows persons is an event', async () => {
    const { data } = await make();
    expect((await call('GET', '/rma', undefined, data.secret)).status).toBe(200);
    await api.world.settle();
    const { data: readings } = await call('GET', '/audit/feed?kind=reading');
    expect(readings.map((each: { actor_id: number }) => each.actor_id)).toContain(data.id);
  });
});

describe('the end of an API key', () => {
  it('comes at once on every node when it is revoked, also for open connections', async () => {
    const { data } = await make();
    const screen = await openScreen(other.app, data.secret, []);
    expect((await whoAmI(data.secret, other)).status).toBe(200);
    const revoked = await call('POST', '/api_key/revoke', { id: data.id });
    expect(revoked.data.state).toBe('revoked');
    expect(await screen.whenClosed()).toMatchObject({ code: LIVE_CLOSE.revoked });
    expect(await whoAmI(data.secret)).toMatchObject({ status: 401, code: 'api_key_revoked' });
    expect(await whoAmI(data.secret, other)).toMatchObject({ status: 401, code: 'api_key_revoked' });
    expect((await call('POST', '/api_key/revoke', { id: data.id })).status).toBe(200);
  });

  it('comes with the end of its last day', async () => {
    const { data } = await make({ last_day: dayIn(0) });
    const left = Date.parse(data.expires_at) - clock.now().getTime();
    clock.advance(left - 1);
    admin = await signInAs(node.app, 'admin');
    expect((await whoAmI(data.secret)).status).toBe(200);
    clock.advance(1);
    expect(await whoAmI(data.secret)).toMatchObject({ status: 401, code: 'api_key_expired' });
    expect((await listed(data.id)).state).toBe('expired');
  });

  it('is in the history, with who made and who revoked it', async () => {
    const { data } = await make();
    await call('POST', '/api_key/revoke', { id: data.id });
    await api.world.settle();
    const { data: changes } = await call('GET', '/system/changes?kind=account');
    const own = changes.filter((each: { subject: { id: number } }) => each.subject.id === data.id);
    expect(own.map((each: { type: string }) => each.type)).toEqual(['ApiKeyRevoked', 'ApiKeyMade']);
    expect(own.map((each: { actor: { id: number } }) => each.actor.id)).toEqual([
      api.users.admin,
      api.users.admin,
    ]);
  });
});

describe('a key whose maker was deactivated', () => {
  it('is listed first and as such, still works, and is revoked like others', async () => {
    const profile = { email: 'leaves@demo.test', name: 'Who leaves', lastName: '' };
    const roles = [STANDARD_ROLES.admin.name];
    const maker = await openPerson(api, { profile, userType: 'admin', siteId: null, roles });
    const { token } = (await tryLogin(node.app, profile.email, PASSWORD)).json().data;
    const { data } = await call('POST', '/api_key/create', wanted({ name: 'Orphan' }), token);
    const later = await make({ name: 'Newer' });
    expect(await listed(data.id)).toMatchObject({ maker_active: true });
    await call('POST', '/user/update', { id: maker, active: false });
    const { data: keys } = await call('GET', '/api_key/list');
    expect(keys[0]).toMatchObject({
      id: data.id,
      state: 'active',
      maker_active: false,
      made_by: 'Who leaves',
    });
    expect(keys[1]).toMatchObject({ id: later.data.id, maker_active: true });
    expect((await whoAmI(data.secret)).status).toBe(200);
    expect((await call('POST', '/api_key/revoke', { id: data.id })).data.state).toBe('revoked');
    expect((await call('GET', '/api_key/list')).data[0].id).not.toBe(data.id);
  });
});
