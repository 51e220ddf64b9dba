import type { UserType } from '@atelier/domain/identity/contract.ts';
import { HOUSE_PERMISSIONS, isOfHouse } from '@atelier/domain/identity/house.ts';
import { STANDARD_ROLES } from '@atelier/domain/identity/standard-roles.ts';
import { PERMISSIONS } from '@atelier/domain/shared/permissions.ts';
import { changeUser } from '@atelier/application/identity/accounts.commands.ts';
import { giveSecret } from '@atelier/application/identity/api-keys.commands.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openScreen } from '../live/testing-screen.ts';
import type { RouteLine } from '../http/route-table.ts';
import {
  bearer,
  openApiWorld,
  openPerson,
  PASSWORD,
  signInAs,
  signInDecider,
  testMetadata,
  tryLogin,
  type ApiWorld,
} from './testing-api.ts';

/**
 * Every house-wide route × every caller that is bound to a site and holds everything (decisions/0183). The matrix is printed:
 * `npm run test:int -- house-scope`.
 */
const SITES = { shop: 'PAR', operation: 'FSZ' } as const;
const ROLES = [STANDARD_ROLES.admin.name, STANDARD_ROLES.decider.name];

let api: ApiWorld;
let app: FastifyInstance;
const bound = new Map<string, string>();

beforeAll(async () => {
  api = await openApiWorld();
  ({ app } = await api.node({ live: true }));
  for (const [userType, code] of Object.entries(SITES)) {
    const siteId = api.sites.get(code) ?? 0;
    const type = z.enum(['shop', 'operation']).parse(userType);
    bound.set(`${type} account`, await boundAccount(type, siteId));
    bound.set(`${type} key`, await keyOf(type, siteId));
  }
});
afterAll(() => api.close());

async function boundAccount(userType: UserType, siteId: number): Promise<string> {
  const email = `bound-${userType}@demo.test`;
  const profile = { email, name: email, lastName: '' };
  await openPerson(api, { profile, userType, siteId, roles: ROLES });
  return (await tryLogin(app, email, PASSWORD)).json().data.token;
}

/** As keys of an older release are: with every permission, past what may be chosen today. */
async function keyOf(userType: UserType, siteId: number | null): Promise<string> {
  const { store, db } = api.world;
  const [userId = 0] = await store.nextIds(1);
  const facts = { userId, userType, siteId, permissions: PERMISSIONS, lastDay: '2099-12-31' };
  const command = { type: 'MakeApiKey', name: userType, madeBy: api.users.admin, ...facts } as const;
  await changeUser(store, userId, command, { metadata: testMetadata() });
  return giveSecret(db, facts, new Date());
}

const lineOf = ({ method, url }: RouteLine): string => `${method} ${url.replace(/^\/api/, '')}`;
const ofHouse = (): RouteLine[] => app.routeTable.filter(({ scope }) => scope === 'house');

/** With an input no route can make sense of, so that a call that is let in changes nothing. */
async function statusOf(route: RouteLine, token: string): Promise<number> {
  const method = z.enum(['GET', 'POST', 'PUT', 'DELETE']).parse(route.method);
  const url = route.url.replace(/:\w+/g, 'nonsense').replace('*', '0');
  const payload = method === 'GET' ? {} : { payload: { 'no such field': 1 } };
  return (await app.inject({ method, url, headers: bearer(token), ...payload })).statusCode;
}

it('refuses every house-wide route to every account and key of a site, whatever they hold', async () => {
  const wrong: string[] = [];
  const rows: string[] = [];
  for (const route of ofHouse()) {
    const statuses = [];
    for (const [caller, token] of bound) {
      const status = await statusOf(route, token);
      statuses.push(status);
      if (status !== 403) wrong.push(`${caller} ${lineOf(route)}: ${status}`);
    }
    rows.push(`${lineOf(route).padEnd(44)} ${statuses.join('  ')}`);
  }
  console.log([`${''.padEnd(44)} ${[...bound.keys()].join(' | ')}`, ...rows.toSorted()].join('\n'));
  expect(wrong).toEqual([]);
  expect(rows.length).toBeGreaterThan(60);
});

it('opens them to an administrator or the auditor, and to keys for every site but those for persons', async () => {
  const callers = [await signInAs(app, 'admin'), await signInDecider(api, app), await keyOf('admin', null)];
  const shut: string[] = [];
  for (const route of ofHouse()) {
    const statuses = await Promise.all(callers.map((token) => statusOf(route, token)));
    if (statuses.every((status) => status === 403)) shut.push(lineOf(route));
  }
  expect(shut).toEqual([]);
});

describe('a route', () => {
  it('that only permissions of the house open is house-wide, so that none is forgotten', () => {
    const odd = app.routeTable.filter(({ access, scope }) => {
      if (access === 'public' || access === 'session' || scope === 'house') return false;
      return [access].flat().every((permission) => HOUSE_PERMISSIONS.has(permission));
    });
    expect(odd.map(lineOf)).toEqual([]);
  });

  it('that reaches rows by a link is public, and a house-wide one never is', () => {
    const odd = app.routeTable.filter(
      ({ access, scope }) =>
        (scope === 'link' && access !== 'public') ||
        (scope === 'house' && (access === 'public' || access === 'session')),
    );
    expect(odd.map(lineOf)).toEqual([]);
  });
});

it('shows an account or key of a site no permission of the house among its own', async () => {
  for (const token of bound.values()) {
    const answer = await app.inject({ url: '/api/auth/session', headers: bearer(token) });
    const held: readonly string[] = answer.json().data.allPermission;
    expect(held.filter((name) => [...HOUSE_PERMISSIONS].some((each) => each === name))).toEqual([]);
    expect(held.length).toBe(PERMISSIONS.length - HOUSE_PERMISSIONS.size);
  }
});

it('keeps an account of a site from making itself an administrator, or touching the auditor', async () => {
  const token = bound.get('shop account') ?? '';
  const post = (url: string, payload: object) =>
    app.inject({ method: 'POST', url: `/api${url}`, headers: bearer(token), payload });
  const own = (await app.inject({ url: '/api/auth/session', headers: bearer(token) })).json().data.user.id;
  const tries = [
    await post('/user/update', { id: own, user_type: 'admin', site_id: null }),
    await post('/user/password', { id: api.users.auditor, password: 'a password of mine' }),
    await post('/user/unlock', { id: api.users.auditor }),
    await post('/user/revoke_sessions', { id: api.users.tokyo }),
    await post('/user/update', { id: api.users.tokyo, active: false }),
  ];
  expect(tries.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403]);
  expect((await tryLogin(app, 'auditor@demo.test', PASSWORD)).statusCode).toBe(200);
});

it.each(['log', 'changes', 'jobs', 'imports', 'privacy'])(
  'refuses the live topic %s to accounts and keys of a site',
  async (topic) => {
    for (const token of bound.values()) {
      const screen = await openScreen(app, token, []);
      screen.send({ type: 'subscribe', topics: [topic] });
      expect(await screen.frame('refused')).toMatchObject({ topic, code: 'forbidden' });
      screen.socket.close();
    }
  },
);

it('counts as of the house an account without a site only', () => {
  expect(isOfHouse({ userType: 'admin', siteId: null })).toBe(true);
  expect(isOfHouse({ userType: 'admin', siteId: 3 })).toBe(false);
  expect(isOfHouse({ userType: 'shop', siteId: null })).toBe(false);
});
