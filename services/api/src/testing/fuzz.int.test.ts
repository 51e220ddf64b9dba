import { connect } from 'node:net';
import { randomStories, seeded, writeStories } from '@atelier/application/projections/testing-histories.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { RouteLine } from '../http/route-table.ts';
import { bearer, openApiWorld, signInAs, type ApiWorld } from './testing-api.ts';

/** product/reliability.md §26: no input causes a 5xx or a stall. Seeded: a failure can be reproduced. */
const ROUNDS = 25;
/** No measure of speed, which depends on the machine: a pattern that backtracks or a loop without end takes longer by far. */
const STALLED_MS = 30_000;
/** No worker signs here: a request that hits a signed file's address by chance gets this answer. */
const UNSIGNED = 'signing_unavailable';

let api: ApiWorld;
let app: FastifyInstance;
const tokens: string[] = [];
const random = seeded(6);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

beforeAll(async () => {
  api = await openApiWorld();
  ({ app } = await api.node({ live: true }));
  await writeStories(
    api.world.store,
    randomStories({ seed: 3, deposits: 20, stores: [1, 5], firstId: 2_000 }),
  );
  await api.world.settle();
  for (const name of ['paris', 'factory', 'admin'] as const) tokens.push(await signInAs(app, name));
});
afterAll(() => api.close());

const ODD: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2_001,
  2_003,
  3,
  15,
  9_007_199_254_740_991,
  1e308,
  '',
  ' ',
  '1',
  '2001',
  '1,2,3',
  '-0',
  'NaN',
  '9999999999999999999999',
  "'; drop table item_row; --",
  '%00',
  '../../etc/passwd',
  '2026-02-30',
  '2026-11-20',
  '9999-12-31',
  '0000-01-01',
  '2026-11-20T10:00:00.000Z',
  'S1-2001',
  '👩🏽‍🔧',
  '\u202Eabc',
  'İ'.repeat(50),
  'x'.repeat(5_000),
  'a\0b',
  [],
  [[]],
  [2_001, 2_003],
  ['x', 1, null],
  {},
  { id: 1 },
  { '': '' },
];

/** What no address can carry, and a body can. */
const ODD_IN_BODIES: readonly unknown[] = [
  ...ODD,
  '\ud800',
  JSON.parse(`${'['.repeat(64)}${']'.repeat(64)}`),
  JSON.parse('{"__proto__":{"isAdmin":true}}'),
  { constructor: { prototype: { isAdmin: true } } },
  Array.from({ length: 5_000 }, (_, index) => index),
];

function oddObject(schema: unknown, odd: readonly unknown[]): Record<string, unknown> {
  const keys = schema instanceof z.ZodObject ? Object.keys(schema.shape) : ['id', 'q', 'constructor'];
  const some = keys.filter(() => random() < 0.8);
  return Object.fromEntries(some.map((key) => [key, pick(odd)]));
}

function oddQuery(schema: unknown): string {
  const pairs = Object.entries(oddObject(schema, ODD)).map(
    ([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(textOf(value))}`,
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function oddUrl({ url, schema }: RouteLine): string {
  const path = url.replace(/:\w+/g, () => encodeURIComponent(textOf(pick(ODD))) || 'x');
  return path + oddQuery(schema?.querystring);
}

async function send(route: RouteLine): Promise<{ status: number; ms: number; said: string }> {
  const method = z.enum(['GET', 'POST', 'PUT', 'DELETE']).parse(route.method);
  const url = oddUrl(route);
  const payload = method === 'GET' ? undefined : JSON.stringify(oddObject(route.schema?.body, ODD_IN_BODIES));
  const headers = {
    ...bearer(pick(tokens)),
    ...(payload !== undefined && { 'content-type': 'application/json' }),
    ...(random() < 0.2 && { 'idempotency-key': pick(['k1', 'k2', 'k'.repeat(300)]) }),
    ...(random() < 0.2 && { 'if-match': pick(['"1"', '*', '7', '"x"']) }),
  };
  const began = performance.now();
  const answer = await app.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
  const ms = performance.now() - began;
  const isUnsigned = answer.statusCode === 503 && answer.json<{ code: string }>().code === UNSIGNED;
  return {
    status: isUnsigned ? 200 : answer.statusCode,
    ms,
    said: `${method} ${url.slice(0, 300)} ${payload?.slice(0, 600) ?? ''}`,
  };
}

describe('every route', () => {
  it('answers odd input without a 5xx and without a stall', { timeout: 300_000 }, async () => {
    const bad: string[] = [];
    for (const route of app.routeTable.filter(({ url }) => !url.endsWith('/auth/logout'))) {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { status, ms, said } = await send(route);
        if (status >= 500 || ms > STALLED_MS) bad.push(`${status} in ${Math.round(ms)} ms: ${said}`);
      }
    }
    expect(bad).toEqual([]);
  });
});

describe('the port', () => {
  const port = (): number => {
    const [address] = app.addresses();
    return typeof address === 'object' ? address.port : 0;
  };
  const say = (bytes: Buffer | string): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(port(), '127.0.0.1');
      let heard = '';
      socket.on('data', (data) => (heard += data.toString()));
      socket.on('error', () => resolve(heard));
      socket.on('close', () => resolve(heard));
      socket.setTimeout(1_500, () => socket.destroy());
      socket.end(bytes);
    });

  it.each([
    ['noise', Buffer.from(Array.from({ length: 4_096 }, (_, i) => (i * 197) % 256))],
    ['a request that never ends', 'GET / HTTP/1.1\r\nHost: x\r\nX: '],
    ['a header of a megabyte', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(1_000_000)}\r\n\r\n`],
    [
      'a length that lies',
      'POST /api/auth/loginold HTTP/1.1\r\nHost: x\r\nContent-Length: 999999999999\r\n\r\n{}',
    ],
    [
      'two lengths',
      'POST /api/rma HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}',
    ],
    ['a broken escape', 'GET /api/rma/%E0%A4%A HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    [
      'half a WebSocket',
      'GET /api/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    ],
  ])('survives %s', async (_what, bytes) => {
    expect(await say(bytes)).not.toMatch(/^HTTP\/1\.1 5/);
    const after = await app.inject({ method: 'GET', url: '/api/health/live' });
    expect(after.statusCode).toBe(200);
  });
});
