import { PERMISSIONS_OF_PERSONS } from '@atelier/domain/identity/api-keys.ts';
import { READING_SPAN_MS } from '@atelier/domain/audit/reading.ts';
import { PERMISSIONS, type PermissionName } from '@atelier/domain/shared/permissions.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RouteLine } from '../http/route-table.ts';
import { TestClock, bearer, openApiWorld, signInAs, type ApiWorld } from '../testing/testing-api.ts';
import {
  ask,
  CANARY,
  CANARY_ROUNDS,
  depositInParis,
  requestOf,
  type CanaryIds,
} from '../testing/testing-canary.ts';

/** The client's name or address in a response; their serial and invoice numbers are no person's. */
const SHOWN = new RegExp(`(?<!-)${CANARY}`);

const ROUTES_A_SESSION = 6;
const DAY_MS = 86_400_000;

let api: ApiWorld;
let app: FastifyInstance;
let clock: TestClock;
let ids: CanaryIds;
beforeAll(async () => {
  api = await openApiWorld();
  clock = new TestClock();
  ({ app } = await api.node({ clock }));
  ids = await depositInParis(api);
  await askForWaiver();
});
afterAll(() => api.close());

async function askForWaiver(): Promise<void> {
  const [itemId] = ids.items;
  const payload = { rma_item_id: itemId, remark: `${CANARY} is a loyal customer` };
  const headers = bearer(await signInAs(app, 'paris'));
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: '/api/rma/waiver/request',
    headers,
    payload,
  });
  expect([statusCode, body]).toEqual([200, expect.any(String)]);
}

async function readingsUpTo(): Promise<number> {
  const { rows } = await api.world.pool.query<{ many: string }>(
    `select count(*) as many from events where type = 'AuditReading'`,
  );
  return Number(rows[0]?.many);
}

interface Told {
  readonly showing: Set<string>;
  readonly unrecorded: string[];
}

/** Calls one route until a reading is recorded, at most once a round. Each round is 15 minutes later, so each reading is separate. */
async function askAll(route: RouteLine, token: string, { showing, unrecorded }: Told, who = '') {
  const urls = new Set<string>();
  for (let round = 0; round < CANARY_ROUNDS; round += 1) {
    const { method, url } = requestOf({ route, ids, round });
    // Read once without being shown the client, it shows none at the second time.
    if (method === 'GET' && urls.has(url)) continue;
    urls.add(url);
    clock.advance(READING_SPAN_MS);
    const before = await readingsUpTo();
    const { line, status, body } = await ask(app, { route, token, ids, round });
    const isFile = route.shows === 'persons' && !/^[{[]/.test(body);
    if (status !== 200 || !(isFile || SHOWN.test(body))) continue;
    showing.add(line);
    if ((await readingsUpTo()) === before) unrecorded.push(`${who}${line} (${round})`);
    return;
  }
}

const routesOf = (): readonly RouteLine[] =>
  app.routeTable
    .filter((route) => route.access !== 'public' && !/\/auth\/|^\/api\/live/.test(route.url))
    // Commands come last: what they change must not keep a reading from being asked for.
    .toSorted((a, b) => Number(a.method !== 'GET') - Number(b.method !== 'GET'));

describe('an auditor who is shown a client', () => {
  it('by whichever route has been recorded before the response left', async () => {
    const told: Told = { showing: new Set(), unrecorded: [] };
    let token = '';
    for (const [index, route] of routesOf().entries()) {
      // Each round is a quarter of an hour later: a session would end meanwhile.
      if (index % ROUTES_A_SESSION === 0) token = await signInAs(app, 'auditor');
      await askAll(route, token, told);
    }
    expect(told.unrecorded).toEqual([]);
    expect([...told.showing]).toEqual(
      expect.arrayContaining([
        'GET /rma/:id',
        'GET /rma/search',
        'GET /package/receipt',
        'POST /trackingrma',
      ]),
    );
  });
});

/** A key that may do this one thing at every site, and nothing else. */
async function keyWith(permission: PermissionName, administrator: string): Promise<string> {
  const day = new Date(clock.now().getTime() + 300 * DAY_MS).toISOString().slice(0, 10);
  const { body, statusCode } = await app.inject({
    method: 'POST',
    url: '/api/api_key/create',
    headers: bearer(administrator),
    payload: { name: permission, permissions: [permission], site_id: null, last_day: day },
  });
  expect([permission, statusCode]).toEqual([permission, 200]);
  return JSON.parse(body).data.secret;
}

const needs = ({ access }: RouteLine, permission: PermissionName): boolean =>
  [access].flat().includes(permission);

describe('an API key with one permission that is shown a client', () => {
  it('by whichever route has been recorded before the response left', { timeout: 300_000 }, async () => {
    const told: Told = { showing: new Set(), unrecorded: [] };
    const permissions = PERMISSIONS.filter((each) => !PERMISSIONS_OF_PERSONS.has(each));
    const keys = new Map<PermissionName, string>();
    const administrator = await signInAs(app, 'admin');
    for (const permission of permissions) keys.set(permission, await keyWith(permission, administrator));
    for (const route of routesOf()) {
      for (const [permission, token] of keys)
        if (needs(route, permission)) await askAll(route, token, told, `${permission}: `);
    }
    expect(told.unrecorded).toEqual([]);
    expect([...told.showing]).toEqual(
      expect.arrayContaining([
        'POST /search_contact',
        'POST /search_order',
        'GET /customer/record',
        'GET /rma/waivers',
        'GET /item/:id/handover',
        'GET /rma/item',
        'GET /rma/:id/receipt',
        'POST /scan',
      ]),
    );
  });
});
