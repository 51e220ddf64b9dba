import { AppendBusy, OutcomeUnknown } from '@atelier/event-store/errors.ts';
import { envelope, wireId } from '@atelier/contracts/contract/schema.ts';
import type { Principal } from '@atelier/domain/identity/principal.ts';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ok } from './http/envelope.ts';
import { badField, notFound } from './http/errors.ts';
import { rejected } from './http/rejections.ts';
import { defineRoute } from './http/route.ts';
import type { ApiSlice } from './slices.ts';
import { TOKENS, buildCoreApp, person } from './testing/testing.ts';

let app: FastifyInstance | undefined;
afterEach(async () => app?.close());

const echoResponse = envelope(z.object({ id: z.number(), name: z.string() }));
const pair = z.object({ id: wireId, name: z.string().max(5) });

const echo: ApiSlice = {
  name: 'echo',
  routes: (api) => {
    defineRoute(api, {
      method: 'POST',
      url: '/echo/:id',
      permission: 'take payment',
      scope: 'site',
      summary: 'Says it again',
      params: z.object({ id: wireId }),
      body: pair,
      response: echoResponse,
      handler: async ({ body, params }) =>
        ok({ ...body, id: params.id, secret: 'never sent' }, { message: 'said', position: 7, version: 3 }),
    });
    defineRoute(api, {
      method: 'GET',
      url: '/fails',
      permission: 'public',
      scope: 'none',
      summary: 'Fails as asked',
      query: z.object({
        how: z.enum([
          'thrown',
          'field',
          'rejected',
          'missing',
          'full',
          'busy',
          'locked',
          'crowded',
          'unanswered',
          'range',
        ]),
      }),
      response: envelope(z.null()),
      handler: async ({ query }) => {
        throw FAILURES[query.how];
      },
    });
  },
};

const FAILURES = {
  thrown: new Error('secret internals'),
  field: badField('email', 'email_required', 'Please enter the email'),
  rejected: rejected({ code: 'held_missing', details: { item_id: 4 } }),
  missing: notFound(),
  full: Object.assign(new Error('could not extend file'), { code: '53100' }),
  busy: new Error('timeout exceeded when trying to connect'),
  locked: new AppendBusy('stream_busy'),
  crowded: new AppendBusy('append_queue_full'),
  unanswered: new OutcomeUnknown('internals'),
  range: Object.assign(new Error('value "9999999999" is out of range'), { code: '22003' }),
};

async function start(principal?: Principal): Promise<FastifyInstance> {
  app = await buildCoreApp([echo], principal);
  return app;
}

const bearer = { authorization: `Bearer ${TOKENS.known}` };
const payer = person({ permissions: ['take payment'] });

describe('a declared route', () => {
  it('answers with the envelope, strips what the schema does not name, and sends position and ETag', async () => {
    const api = await start(payer);
    const answer = await api.inject({
      method: 'POST',
      url: '/api/echo/9',
      headers: bearer,
      payload: { id: 1, name: 'ring' },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['etag']).toBe('"3"');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toEqual({
      status: 200,
      success: true,
      code: 'ok',
      message: 'said',
      data: { id: 9, name: 'ring' },
      position: 7,
    });
  });

  it('refuses unknown keys and wrong fields, each with its path and code', async () => {
    const api = await start(payer);
    const payload = { id: 'x', name: 'too long', is_admin: true };
    const answer = await api.inject({ method: 'POST', url: '/api/echo/9', headers: bearer, payload });
    expect(answer.statusCode).toBe(400);
    const body = answer.json();
    expect(body).toMatchObject({ status: 400, success: false, code: 'invalid_input', data: null });
    const found = body.errors.map((error: { path: string; code: string }) => [error.path, error.code]);
    expect(found).toContainEqual(['is_admin', 'unrecognized_key']);
    expect(found).toContainEqual(['name', 'too_big']);
    expect(found).toContainEqual(['id', 'invalid_type']);
  });

  it('refuses an unknown query parameter also where no query is declared', async () => {
    const api = await start(payer);
    const answer = await api.inject({ method: 'GET', url: '/api/health/live?debug=1' });
    expect(answer.statusCode).toBe(400);
  });
});

describe('the guard', () => {
  it.each([
    ['no token', {}, 401, 'unauthorized'],
    ['an unknown token', { authorization: `Bearer ${TOKENS.unknown}` }, 401, 'unauthorized'],
    ['a revoked token', { authorization: `Bearer ${TOKENS.revoked}` }, 499, 'session_revoked'],
    ['another scheme', { authorization: 'Basic abc' }, 401, 'unauthorized'],
  ])('answers %s before reading the body', async (_name, headers, status, code) => {
    const api = await start(payer);
    const answer = await api.inject({ method: 'POST', url: '/api/echo/9', headers, payload: 'not json' });
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  });

  it('refuses a person without the permission', async () => {
    const api = await start(person({ permissions: ['view home page'] }));
    const answer = await api.inject({ method: 'POST', url: '/api/echo/9', headers: bearer, payload: {} });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'forbidden']);
  });
});

describe('the start', () => {
  it('stops on a route that declares nothing', async () => {
    const careless: ApiSlice = {
      name: 'careless',
      routes: (api) => void api.get('/open', async () => 'hello'),
    };
    await expect(buildCoreApp([careless])).rejects.toThrow('GET /api/open is not declared');
  });

  it('keeps a line for every route', async () => {
    const api = await start();
    const line = api.routeTable.find((route) => route.url === '/api/echo/:id');
    expect(line).toMatchObject({ method: 'POST', access: 'take payment', scope: 'site' });
  });
});

const JSON_TYPE = 'application/json';

describe('failures', () => {
  it.each([
    ['thrown', 500, 'internal'],
    ['field', 400, 'email_required'],
    ['rejected', 400, 'held_missing'],
    ['missing', 404, 'not_found'],
    ['full', 503, 'database_full'],
    ['busy', 503, 'database_unreachable'],
    ['locked', 503, 'stream_busy'],
    ['crowded', 503, 'append_queue_full'],
    ['unanswered', 503, 'outcome_unknown'],
    ['range', 400, 'invalid_value'],
  ])('%s becomes %i %s', async (how, status, code) => {
    const api = await start();
    const answer = await api.inject({ method: 'GET', url: `/api/fails?how=${how}` });
    expect([answer.statusCode, answer.json().status, answer.json().code]).toEqual([status, status, code]);
    expect(answer.body).not.toContain('internals');
  });

  it('hands on the facts of a refusal as data', async () => {
    const api = await start();
    const answer = await api.inject({ method: 'GET', url: '/api/fails?how=rejected' });
    expect(answer.json().data).toEqual({ item_id: 4 });
  });

  it.each([
    ['broken JSON', JSON_TYPE, '{"id":', 400, 'malformed_json'],
    ['a prototype in disguise', JSON_TYPE, '{"__proto__":{"x":1}}', 400, 'malformed_json'],
    ['a prototype by its other name', JSON_TYPE, '{"constructor":{"prototype":{}}}', 400, 'malformed_json'],
    ['64 levels', JSON_TYPE, `{"id":${'['.repeat(64)}${']'.repeat(64)}}`, 400, 'json_too_deep'],
    ['sixty thousand levels that never end', JSON_TYPE, '['.repeat(60_000), 400, 'json_too_deep'],
    ['a key twice', JSON_TYPE, '{"id":1,"name":"a","id":2}', 400, 'json_duplicate_key'],
    ['a NUL', JSON_TYPE, '{"id":1,"name":"a\\u0000"}', 400, 'invalid_value'],
    ['half a surrogate pair', JSON_TYPE, '{"id":1,"name":"\\ud800"}', 400, 'invalid_value'],
    ['XML', 'application/xml', '<a/>', 400, 'unsupported_media_type'],
    ['far too much', JSON_TYPE, JSON.stringify({ name: 'x'.repeat(70_000) }), 413, 'too_large'],
  ])('answers %s plainly', async (_name, type, payload, status, code) => {
    const api = await start(payer);
    const headers = { ...bearer, 'content-type': type };
    const answer = await api.inject({ method: 'POST', url: '/api/echo/9', headers, payload });
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  });

  it('lists no more wrong fields than a form has, however many were sent', async () => {
    const api = await start(payer);
    const payload = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`k${i}`, 1]));
    const answer = await api.inject({ method: 'POST', url: '/api/echo/9', headers: bearer, payload });
    expect([answer.statusCode, answer.json().errors.length]).toEqual([400, 100]);
  });

  it('answers an unknown path of the API with the envelope', async () => {
    const api = await start();
    const answer = await api.inject({ method: 'GET', url: '/api/nothing/here' });
    expect(answer.json()).toEqual({
      status: 404,
      success: false,
      code: 'not_found',
      message: 'There is no such record.',
      data: null,
    });
  });

  it('says 429 with the seconds to wait once an address asks too often', async () => {
    app = await buildCoreApp([echo], undefined, { rateLimit: 1 });
    const answers = [];
    for (let call = 0; call < 12; call += 1) {
      answers.push(await app.inject({ method: 'GET', url: '/api/health/live' }));
    }
    const refused = answers.filter((answer) => answer.statusCode === 429);
    expect(refused).toHaveLength(2);
    expect(refused[0]?.json().code).toBe('too_many_requests');
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused[0]?.headers).toMatchObject({
      'ratelimit-policy': '"address";q=10;w=60',
      ratelimit: expect.stringMatching(/^"address";r=0;t=\d+$/),
    });
    expect(answers[0]?.headers['ratelimit']).toMatch(/^"address";r=9;t=60$/);
  });
});

describe('limits of a session', () => {
  it('stand in every response beside those of the address, each counted for itself', async () => {
    const api = await buildCoreApp([echo], undefined, { rateLimit: 2 });
    app = api;
    const ask = () =>
      api.inject({ url: '/api/openapi.json', headers: { authorization: `Bearer ${TOKENS.known}` } });
    const [first, second, third] = [await ask(), await ask(), await ask()];
    expect(first.headers).toMatchObject({
      'ratelimit-policy': '"address";q=20;w=60, "session";q=2;w=60',
      ratelimit: expect.stringMatching(/^"address";r=19;t=\d+, "session";r=1;t=\d+$/),
    });
    expect(second.headers['ratelimit']).toMatch(/"session";r=0;t=\d+$/);
    expect([second.statusCode, third.statusCode]).toEqual([200, 429]);
    const left = Number(/"session";r=0;t=(\d+)$/.exec(String(third.headers['ratelimit']))?.[1]);
    expect(Number(third.headers['retry-after'])).toBe(left);
  });
});

describe('GET /api/openapi.json', () => {
  it('describes a declared route with its permission', async () => {
    const api = await start();
    const answer = await api.inject({
      url: '/api/openapi.json',
      headers: { authorization: `Bearer ${TOKENS.known}` },
    });
    const document = answer.json();
    const { post } = document.paths['/api/echo/{id}'];
    expect(post).toMatchObject({ operationId: 'postEchoById', 'x-permissions': ['take payment'] });
    expect(post.requestBody.content['application/json'].schema).toMatchObject({
      additionalProperties: false,
      required: ['id', 'name'],
    });
  });

  it('is for who is signed in', async () => {
    const api = await start();
    expect((await api.inject({ url: '/api/openapi.json' })).statusCode).toBe(401);
  });
});
