import { ABSOLUTE_MS } from '@atelier/domain/identity/sign-in.ts';
import { TEST_KEY } from '@atelier/application/projections/testing.ts';
import { storeBadge } from '@atelier/application/workforce/badges.commands.ts';
import { defineWorkerRole } from '@atelier/application/workforce/worker-roles.commands.ts';
import { changeWorker } from '@atelier/application/workforce/workers.commands.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { WORKER_ROLES } from '../../../../demo/reference/worker-roles.ts';
import type { RouteLine } from '../http/route-table.ts';
import { TestClock, bearer, openApiWorld, signInAs, testMetadata, type ApiWorld } from './testing-api.ts';

/** product/reliability.md §21, the rest of it: sessions that have ended, and a station with a worker of every role. */
let api: ApiWorld;
let app: FastifyInstance;
let clock: TestClock;

beforeAll(async () => {
  api = await openApiWorld();
  clock = new TestClock();
  ({ app } = await api.node({ clock, live: true }));
});
afterAll(() => api.close());

const lineOf = (route: RouteLine): string => `${route.method} ${route.url.replace(/^\/api/, '')}`;
const closed = (): RouteLine[] => app.routeTable.filter(({ access }) => access !== 'public');

/** With an input no route can make sense of, so that an admitted caller changes nothing. */
async function statusOf(route: RouteLine, token: string): Promise<number> {
  const method = z.enum(['GET', 'POST', 'PUT', 'DELETE']).parse(route.method);
  const url = route.url.replace(/:\w+/g, 'nonsense');
  const payload = method === 'GET' ? {} : { payload: { 'no such field': 1 } };
  return (await app.inject({ method, url, headers: bearer(token), ...payload })).statusCode;
}

async function otherThan(expected: number, token: string): Promise<string[]> {
  const odd: string[] = [];
  for (const route of closed()) {
    const status = await statusOf(route, token);
    if (status !== expected) odd.push(`${lineOf(route)}: ${status}`);
  }
  return odd;
}

describe('a session that has ended', () => {
  it('opens no route once it was revoked', async () => {
    const token = await signInAs(app, 'admin');
    await app.inject({ url: '/api/auth/logout', headers: bearer(token) });
    expect(await otherThan(499, token)).toEqual([]);
  });

  it('opens no route once it has expired, however busy it was', async () => {
    const token = await signInAs(app, 'admin');
    clock.advance(ABSOLUTE_MS);
    expect(await otherThan(499, token)).toEqual([]);
  });
});

async function workerOf(
  key: string,
  permissions: (typeof WORKER_ROLES)[number]['permissions'],
): Promise<string> {
  const { store, db } = api.world;
  const [roleId = 0, workerId = 0] = await store.nextIds(2);
  await defineWorkerRole(store, { roleId, key, name: key, permissions }, testMetadata());
  const barcode = `badge-${key}`;
  const facts = { department: '', roleKey: key, siteId: api.sites.get('FSZ') ?? 0 };
  const profile = { name: key, barcode };
  const command = { type: 'RegisterWorker', workerId, workId: key, profile, ...facts } as const;
  await changeWorker(store, workerId, command, testMetadata());
  await storeBadge({ db, masterKey: TEST_KEY }, { workerId, barcode }, new Date());
  return barcode;
}

describe.each(WORKER_ROLES)('a station with a worker of the role $key', ({ key, permissions }) => {
  it('may call what the worker’s list names, and nothing else', async () => {
    const barcode = await workerOf(key, permissions);
    const token = await signInAs(app, 'station');
    const signedIn = await app.inject({
      method: 'POST',
      url: '/api/auth/rma_worker',
      headers: bearer(token),
      payload: { barcode },
    });
    expect(signedIn.json().data.allPermission.toSorted()).toEqual([...permissions].toSorted());
    const wrong: string[] = [];
    for (const route of closed().filter((each) => !lineOf(each).endsWith('/logout'))) {
      const names = [route.access].flat();
      const expected =
        names.includes('session') ||
        (route.scope !== 'store' && permissions.some((permission) => names.includes(permission)));
      const status = await statusOf(route, token);
      if ((status !== 403 && status !== 401) !== expected) wrong.push(`${lineOf(route)}: ${status}`);
    }
    expect(wrong).toEqual([]);
  });
});

it('is a matrix of more than 2,500 routes times principals', () => {
  // Anonymous, a token that was never issued, revoked, expired, two shops, two sites, a station, administrator,
  // auditor.
  const others = 11;
  const asked = closed().length * (WORKER_ROLES.length + others);
  console.log(`${closed().length} closed routes × ${WORKER_ROLES.length + others} principals = ${asked}`);
  expect(asked).toBeGreaterThan(2_500);
});
