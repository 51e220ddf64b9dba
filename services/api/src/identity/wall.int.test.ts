import { revokeSessions } from '@atelier/application/identity/sessions.commands.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CONTRACT_MATRIX } from '../testing/testing-contract-matrix.ts';
import { TestClock, bearer, openApiWorld, signInAs, type ApiWorld } from '../testing/testing-api.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

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
});

const get = (token: string, url: string) =>
  app.inject({ method: 'GET', url: `/api${url}`, headers: bearer(token) });
const hang = (token: string) =>
  app.inject({ method: 'POST', url: '/api/auth/wall', headers: bearer(token), payload: {} });

async function wallOf(who: 'paris' | 'factory'): Promise<string> {
  const answer = await hang(await signInAs(app, who));
  expect(answer.statusCode).toBe(200);
  return answer.json().data.token;
}

describe('the session of a wall (product/identity.md §4)', () => {
  it('outlives nights, weekends and the twelve hours of a person, and ends after a week without a sign', async () => {
    const token = await wallOf('paris');
    for (let day = 0; day < 3; day += 1) {
      clock.advance(3 * DAY_MS);
      expect((await get(token, '/auth/session')).statusCode).toBe(200);
    }
    clock.advance(7 * DAY_MS);
    expect((await get(token, '/auth/session')).statusCode).toBe(499);
  });

  it('ends after ninety days whatever happens', async () => {
    const token = await wallOf('paris');
    for (let day = 0; day < 88; day += 4) {
      clock.advance(4 * DAY_MS);
      expect((await get(token, '/auth/session')).statusCode).toBe(200);
    }
    clock.advance(2 * DAY_MS);
    expect((await get(token, '/auth/session')).statusCode).toBe(499);
  });

  it('looks at its boards and does nothing else', async () => {
    const [shop, factory] = [await wallOf('paris'), await wallOf('factory')];
    expect((await get(shop, '/auth/session')).json().data).toMatchObject({
      wall: true,
      allPermission: ['view home page'],
    });
    expect((await get(shop, '/wall/shop')).statusCode).toBe(200);
    expect((await get(shop, '/dashboard/stats')).statusCode).toBe(200);
    expect((await get(factory, '/dashboard/board')).statusCode).toBe(200);
    for (const url of [
      '/rma',
      '/call_list',
      '/clientsearch',
      '/dashboard/create_history',
      '/comments?rma_item_id=1',
    ])
      expect([url, (await get(shop, url)).statusCode]).not.toEqual([url, 200]);
    expect((await hang(shop)).statusCode).toBe(403);
  });

  it('is refused by every route that is not declared for walls', async () => {
    const token = await wallOf('paris');
    const allowed = new Set<string>();
    for (const name of Object.keys(CONTRACT_MATRIX)) {
      const [method = '', path = ''] = name.split(' ');
      if (CONTRACT_MATRIX[name] === 'public' || path === '/auth/logout') continue;
      const url = `/api${path.replaceAll(/:\w+/g, '1').replace('*', '1')}`;
      const answer = await app.inject({ method: method as 'GET', url, headers: bearer(token) });
      if (answer.statusCode !== 403) allowed.add(name);
    }
    expect([...allowed].toSorted()).toEqual([
      'GET /auth/session',
      'GET /dashboard/stats',
      'GET /privacy/erased',
      'GET /system/rules',
      'GET /wall/shop',
      'POST /live/ticket',
    ]);
  });

  it('reads pieces without their clients', async () => {
    const token = await wallOf('factory');
    for (const status of [3, 4, 5, 6]) {
      const { data } = (await get(token, `/operationrmabystatus/${status}`)).json();
      expect(data.map(({ fullname }: { fullname: string }) => fullname).filter(Boolean)).toEqual([]);
    }
  });

  it('ends with the account: revoked together with the sessions of its people', async () => {
    const token = await wallOf('paris');
    await revokeSessions(api.world.db, { userId: api.users.paris }, clock.now());
    await expect.poll(async () => (await get(token, '/auth/session')).statusCode).toBe(499);
  });

  it('is for accounts of a site', async () => {
    const answer = await hang(await signInAs(app, 'admin'));
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'wall_needs_site']);
  });

  it('is in the log as a sign-in of its kind', async () => {
    await wallOf('paris');
    const { rows } = await api.world.pool.query(
      "select data ->> 'how' as how from events where type = 'SignedIn' order by position desc limit 1",
    );
    expect(rows).toEqual([{ how: 'wall' }]);
  });
});
