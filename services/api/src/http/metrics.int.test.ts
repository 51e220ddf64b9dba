import { handClock } from '@atelier/application/commands/testing-commands.ts';
import { seeded } from '@atelier/application/projections/testing-histories.ts';
import type { FastifyInstance } from 'fastify';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, openApiWorld, signInAs, type ApiWorld } from '../testing/testing-api.ts';

const TOKEN = 'a-token-for-the-scraper';
const KIB = 1024;

let api: ApiWorld;
let open: FastifyInstance;
let guarded: FastifyInstance;

beforeAll(async () => {
  api = await openApiWorld();
  ({ app: open } = await api.node());
  ({ app: guarded } = await api.node({ config: { metricsToken: TOKEN } }));
});
afterAll(() => api.close());

interface Caller {
  readonly remoteAddress?: string;
  readonly headers?: Record<string, string>;
}

const scrape = (app: FastifyInstance, caller: Caller = {}) =>
  app.inject({ method: 'GET', url: '/api/metrics', ...caller });

describe('metrics without a token', () => {
  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('answer this machine at %s', async (remoteAddress) => {
    const answer = await scrape(open, { remoteAddress });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      expect.stringContaining('text/plain'),
    ]);
    expect(answer.body).toContain('atelier_http_requests_total');
  });

  it.each(['10.0.0.7', '::ffff:10.0.0.7', '203.0.113.9', '2001:db8::127'])(
    'do not exist for another machine at %s',
    async (remoteAddress) => {
      const answer = await scrape(open, { remoteAddress });
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
    },
  );

  it.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])(
    'do not exist for somebody behind a proxy on this machine that sends %s',
    async (name) => {
      expect((await scrape(open, { headers: { [name]: '127.0.0.1' } })).statusCode).toBe(404);
    },
  );

  it('do not exist for another machine that is signed in', async () => {
    const headers = bearer(await signInAs(open, 'admin'));
    expect((await scrape(open, { remoteAddress: '10.0.0.7', headers })).statusCode).toBe(404);
  });
});

it('say how long the oldest event has waited for a signed checkpoint, and so does readiness', async () => {
  const clock = handClock(new Date(Date.now() + 3_600_000));
  const { app } = await api.node({ clock });
  const { body } = await scrape(app, { remoteAddress: '127.0.0.1' });
  const [, seconds] = /^atelier_log_unsealed_seconds (\d+)/m.exec(body) ?? [];
  expect(Number(seconds)).toBeGreaterThan(3_500);
  const ready = await app.inject({ method: 'GET', url: '/api/health/ready', remoteAddress: '127.0.0.1' });
  expect(ready.json().data).toMatchObject({ sealing: 'late', unsealed_s: expect.any(Number) });
  const owner = new Client({ connectionString: api.world.database.adminUrl });
  await owner.connect();
  await owner.query(
    `insert into log_checkpoints (size, position, root, note) select 1, max(position), sha256(''), '' from events`,
  );
  await owner.end();
  const after = await app.inject({ method: 'GET', url: '/api/health/ready', remoteAddress: '127.0.0.1' });
  expect(after.json().data).toMatchObject({ sealing: 'current', unsealed_s: 0 });
});

describe('metrics with a token', () => {
  it('answer a caller with the token from any address', async () => {
    const answer = await scrape(guarded, { remoteAddress: '10.0.0.7', headers: bearer(TOKEN) });
    expect(answer.statusCode).toBe(200);
  });

  it.each([
    ['none', {}],
    ['another', bearer(`${TOKEN}x`)],
    ['a blank one', { authorization: 'Bearer ' }],
    ['the token as a password', { authorization: `Basic ${TOKEN}` }],
  ])('do not exist for who shows %s, on this machine either', async (_what, headers) => {
    expect((await scrape(guarded, { headers })).statusCode).toBe(404);
  });
});

const random = seeded(13);
const oddWord = (): string => Math.floor(random() * 2 ** 40).toString(36);
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'] as const;

/** Every route with every method, and as many paths that are no route, with words that were never sent before. */
async function sendOddCalls(token: string): Promise<void> {
  for (const { url } of open.routeTable) {
    for (const method of METHODS) {
      const odd = {
        'user-agent': oddWord(),
        host: `${oddWord()}.test`,
        ...(random() < 0.5 && bearer(token)),
      };
      const path = url.replace(/:\w+/g, oddWord);
      await open.inject({ method, url: `${path}?${oddWord()}=${oddWord()}`, headers: odd });
      await open.inject({ method, url: `/api/${oddWord()}/${oddWord()}`, headers: odd });
    }
  }
}

const labelsOf = (text: string, name: string): Set<string> =>
  new Set([...text.matchAll(new RegExp(`\\b${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value));

describe('readiness', () => {
  const ready = (app: FastifyInstance, caller: Caller = {}) =>
    app.inject({ method: 'GET', url: '/api/health/ready', ...caller });

  it('says how the node stands to who may see its metrics, and to strangers that it is ready', async () => {
    const owner = (await ready(guarded, { headers: { authorization: `Bearer ${TOKEN}` } })).json();
    expect(Object.keys(owner.data)).toEqual(
      expect.arrayContaining(['database', 'epoch', 'position', 'projections', 'backups']),
    );
    for (const [app, caller] of [
      [guarded, {}],
      [open, { remoteAddress: '203.0.113.7' }],
      [open, { headers: { 'x-forwarded-for': '203.0.113.7' } }],
    ] as const) {
      const answer = await ready(app, caller);
      expect([answer.statusCode, answer.json().data]).toEqual([200, { database: 'up' }]);
    }
  });
});

describe('metrics after odd calls', () => {
  it('carry names of routes and nothing that a caller made up, and stay small', async () => {
    await sendOddCalls(await signInAs(open, 'admin'));
    const { body } = await scrape(open);
    const routes = new Set([...open.routeTable.map(({ url }) => url), 'unknown']);
    expect([...labelsOf(body, 'route').difference(routes)]).toEqual([]);
    expect(labelsOf(body, 'route').size).toBeGreaterThan(100);
    expect([...labelsOf(body, 'method').difference(new Set([...METHODS, 'other']))]).toEqual([]);
    expect(body.length).toBeLessThan(128 * KIB);
  });
});
