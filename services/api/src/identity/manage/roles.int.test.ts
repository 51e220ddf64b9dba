import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  PASSWORD,
  bearer,
  openApiWorld,
  openPerson,
  signInAs,
  tryLogin,
  type ApiNode,
  type ApiWorld,
} from '../../testing/testing-api.ts';

/** Roles of accounts on the screen of an administrator (product/identity.md §8). */
let api: ApiWorld;
let node: ApiNode;
let admin: string;

beforeAll(async () => {
  api = await openApiWorld();
  node = await api.node();
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
  return { status: answer.statusCode, etag: answer.headers['etag'], ...answer.json() };
}

interface Role {
  readonly id: number;
  readonly name: string;
  readonly permissions: readonly string[];
  readonly version: number;
  readonly accounts: number;
  readonly fixed: boolean;
}

const roles = async (): Promise<Role[]> => (await call('GET', '/role/list')).data;
const named = async (name: string): Promise<Role | undefined> =>
  (await roles()).find((role) => role.name === name);

async function open(email: string, role: string): Promise<string> {
  const profile = { email, name: 'Desk', lastName: 'Desk' };
  await openPerson(api, { profile, userType: 'admin', siteId: null, roles: [role] });
  return (await tryLogin(node.app, email, PASSWORD)).json().data.token;
}

const session = (token: string) => call('GET', '/auth/session', undefined, {}, token);

describe('a role of accounts', () => {
  it('is defined with a name and permissions, and listed with its accounts', async () => {
    const made = await call('POST', '/role/create', {
      name: 'front desk',
      permissions: ['export', 'client search'],
    });
    expect(made).toMatchObject({
      status: 200,
      data: { name: 'front desk', permissions: ['client search', 'export'], accounts: 0 },
    });
    await open('desk-1@demo.test', 'front desk');
    expect(await named('front desk')).toMatchObject({ accounts: 1, fixed: false });
    expect(await named('#INTRANET::FRONT_administrator')).toMatchObject({ fixed: true });
  });

  it('ends the sessions of its accounts when it changes, and not when it stays the same', async () => {
    const { data: role } = await call('POST', '/role/create', {
      name: 'second desk',
      permissions: ['client search'],
    });
    const token = await open('desk-2@demo.test', 'second desk');
    await call('POST', '/role/update', { id: role.id, permissions: ['client search'] });
    expect((await session(token)).status).toBe(200);
    const changed = await call('POST', '/role/update', {
      id: role.id,
      permissions: ['client search', 'export'],
    });
    expect(changed.data.permissions).toEqual(['client search', 'export']);
    await expect
      .poll(async () => (await session(token)).code, { timeout: 60_000 })
      .toBe('session_rights_changed');
    const again = (await tryLogin(node.app, 'desk-2@demo.test', PASSWORD)).json().data.token;
    expect((await session(again)).data.allPermission).toContain('export');
  });

  it('is changed upon the version that was seen', async () => {
    const { data: role } = await call('POST', '/role/create', { name: 'third desk', permissions: [] });
    const update = (permissions: string[]) =>
      call('POST', '/role/update', { id: role.id, permissions }, { 'if-match': `"${role.version}"` });
    expect((await update(['export'])).status).toBe(200);
    expect(await update(['client search'])).toMatchObject({ status: 409 });
  });

  it.each([
    ['a name that is used', { name: 'front desk', permissions: [] }, 'role_name_used', 'name'],
    ['no name', { name: ' ', permissions: [] }, 'invalid_input', 'name'],
    [
      'a permission that does not exist',
      { name: 'x', permissions: ['fly'] },
      'invalid_input',
      'permissions.0',
    ],
    [
      'a permission to manage accounts',
      { name: 'x', permissions: ['manage user'] },
      'role_fixed',
      'permissions',
    ],
    [
      'a permission to decide on erasures',
      { name: 'x', permissions: ['decide erasure'] },
      'role_fixed',
      'permissions',
    ],
  ])('is not defined with %s', async (_, body, code, path) => {
    const before = await roles();
    const refused = await call('POST', '/role/create', body);
    expect(refused).toMatchObject({ status: 400, code });
    expect(refused.errors[0].path).toBe(path);
    expect(await roles()).toEqual(before);
  });

  it('of the administrators stays as the product defines it', async () => {
    const role = await named('#INTRANET::FRONT_administrator');
    const permissions = role?.permissions.filter((name) => name !== 'export');
    expect(await call('POST', '/role/update', { id: role?.id, permissions })).toMatchObject({
      code: 'role_fixed',
    });
    expect(await named('#INTRANET::FRONT_administrator')).toEqual(role);
  });

  it('is made once by one request, however often it comes', async () => {
    const key = { 'idempotency-key': 'role-once' };
    const body = { name: 'once desk', permissions: ['export'] };
    const first = await call('POST', '/role/create', body, key);
    expect(await call('POST', '/role/create', body, key)).toEqual(first);
  });

  it('is not to be had by who manages no accounts', async () => {
    const token = await signInAs(node.app, 'auditor');
    expect((await call('POST', '/role/create', { name: 'mine', permissions: [] }, {}, token)).status).toBe(
      403,
    );
  });
});
