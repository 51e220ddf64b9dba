import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { call, command, connectApi, read, timeoutFor, urlOf } from './client.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

let server: Server;
let base = '';
let answer: Answer = () => undefined;
const seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];
const onSessionEnded = vi.fn<(message: string, code?: string | number) => void>();
const onRefusal = vi.fn<() => Promise<void>>().mockResolvedValue();
const realFetch = globalThis.fetch;

/** A browser resolves `/api/…` against its page; here the page is the test's own server. */
const pageFetch = (path: string, init?: RequestInit) => realFetch(`${base}${path}`, init);

const send = (response: ServerResponse, status: number, body: unknown, headers = {}) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
};

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      answer(request, response, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('fetch', pageFetch);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  seen.length = 0;
  onSessionEnded.mockReset();
  onRefusal.mockClear();
  connectApi({
    token: () => 'secret',
    loginType: () => '1',
    onSessionEnded,
    onAnswer: () => undefined,
    onRefusal,
  });
});
afterEach(() => void vi.unstubAllGlobals());

const failureOf = async (asked: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await asked.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error('expected an ApiError');
  return error;
};

describe('a call', () => {
  it('carries token, login type, device, key and version, and reads the envelope', async () => {
    answer = (_request, response) =>
      send(
        response,
        200,
        { status: 200, success: true, code: 'ok', message: 'update success', data: { id: 7 }, position: 3 },
        { etag: '"4"' },
      );
    const got = await command({
      method: 'PUT',
      path: '/rmastatus',
      body: { id: 1 },
      idempotencyKey: 'k1',
      ifMatch: 3,
    });
    expect(got).toMatchObject({ data: { id: 7 }, position: 3, etag: '"4"' });
    expect(onRefusal).not.toHaveBeenCalled();
    expect(seen[0]).toMatchObject({ method: 'PUT', url: '/api/rmastatus', body: '{"id":1}' });
    expect(seen[0]?.headers).toMatchObject({
      authorization: 'Bearer secret',
      logintype: '1',
      'idempotency-key': 'k1',
      'if-match': '"3"',
    });
    expect(seen[0]?.headers['x-device']).toMatch(/^[\w.-]{20,64}$/);
  });

  it('sends no credentials before sign-in', async () => {
    answer = (_request, response) => send(response, 200, { success: true });
    await call({ path: '/captcha/getOne', anonymous: true });
    expect(seen[0]?.headers.authorization).toBeUndefined();
    expect(seen[0]?.headers.logintype).toBeUndefined();
  });

  it('leaves empty filters out of the address', () => {
    expect(urlOf('/rma', { q: '', page: 2, status: undefined, store_id: null, from: 'a b' })).toBe(
      '/api/rma?page=2&from=a+b',
    );
  });

  it('takes 400 as a normal result, while a reading and a command throw it', async () => {
    answer = (_request, response) =>
      send(response, 400, {
        status: 400,
        success: false,
        code: 'invalid_input',
        message: 'no',
        data: null,
        errors: [{ path: 'email', code: 'bad', message: 'bad' }],
      });
    expect(await call({ path: '/rma' })).toMatchObject({ success: false, code: 'invalid_input' });
    expect((await failureOf(read('/rma'))).errors).toHaveLength(1);
    expect((await failureOf(command({ path: '/rma', body: {} }))).code).toBe('invalid_input');
    expect(onRefusal).toHaveBeenCalledTimes(3);
  });

  it.each([401, 403, 404, 409, 413, 429, 500, 503])('throws %i with its code', async (status) => {
    answer = (_request, response) =>
      send(response, status, { status, success: false, code: 'why', message: 'words', data: { a: 1 } });
    const error = await failureOf(call({ path: '/rma' }));
    expect(error).toMatchObject({ kind: 'refused', status, code: 'why', message: 'words', data: { a: 1 } });
    expect(onSessionEnded).not.toHaveBeenCalled();
  });

  it("survives a proxy's page in place of an envelope", async () => {
    answer = (_request, response) => send(response, 502, '<html>bad gateway</html>');
    expect(await failureOf(call({ path: '/rma' }))).toMatchObject({ status: 502, code: 'http_502' });
  });

  it('understands 304', async () => {
    answer = (_request, response) => response.writeHead(304).end();
    expect(await call({ path: '/rma/currenct/status', anonymous: true, ifNoneMatch: '"1"' })).toMatchObject({
      notModified: true,
      success: true,
    });
  });

  it('ends the session on 499, but not before sign-in', async () => {
    answer = (_request, response) =>
      send(response, 499, {
        status: 499,
        success: false,
        code: 'session_revoked',
        message: 'because',
        data: null,
      });
    expect((await failureOf(call({ path: '/rma' }))).status).toBe(499);
    expect(onSessionEnded).toHaveBeenCalledWith('because', 'session_revoked');
    await failureOf(call({ method: 'POST', path: '/auth/loginold', anonymous: true }));
    expect(onSessionEnded).toHaveBeenCalledTimes(1);
  });
});

describe('a time-out', () => {
  it('repeats a command once with the same key', async () => {
    answer = (_request, response) => {
      if (seen.length > 1)
        send(response, 200, { status: 200, success: true, code: 'ok', message: '', data: 'done' });
    };
    const got = await command({ path: '/scan', body: { code: 'x' }, timeout: 300 });
    expect(got.data).toBe('done');
    expect(seen).toHaveLength(2);
    expect(seen[0]?.headers['idempotency-key']).toBeTruthy();
    expect(seen[1]?.headers['idempotency-key']).toBe(seen[0]?.headers['idempotency-key']);
  });

  it('is a separate error when the repetition fails too, and for a reading at once', async () => {
    answer = () => undefined;
    expect((await failureOf(command({ path: '/scan', body: {}, timeout: 300 }))).kind).toBe('timeout');
    expect(seen).toHaveLength(2);
    expect((await failureOf(read('/rma', {}, { timeout: 300 }))).kind).toBe('timeout');
    expect(seen).toHaveLength(3);
  });

  it('is not a cancellation by the screen', async () => {
    answer = () => undefined;
    const stop = new AbortController();
    const asked = failureOf(read('/rma', {}, { signal: stop.signal }));
    setTimeout(() => stop.abort(), 20);
    expect((await asked).kind).toBe('aborted');
  });

  it('is 40 s for RMA calls, 60 s for searches, the detail and the rest', () => {
    expect(timeoutFor({ path: '/rma' })).toBe(40_000);
    expect(timeoutFor({ path: '/rmastatus' })).toBe(40_000);
    expect(timeoutFor({ path: '/storepackage' })).toBe(40_000);
    expect(timeoutFor({ path: '/rma/17' })).toBe(60_000);
    expect(timeoutFor({ path: '/search_order' })).toBe(60_000);
    expect(timeoutFor({ path: '/auth/loginold' })).toBe(60_000);
    expect(timeoutFor({ path: '/rma', timeout: 5 })).toBe(5);
  });

  it('differs from a server that cannot be reached', async () => {
    vi.stubGlobal('fetch', () => realFetch('http://127.0.0.1:9/'));
    expect((await failureOf(read('/rma'))).kind).toBe('network');
  });
});
