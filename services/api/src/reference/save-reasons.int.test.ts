import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, openApiWorld, signInAs, type ApiWorld } from '../testing/testing-api.ts';

let api: ApiWorld;
let app: FastifyInstance;
let admin: string;
let shop: string;

beforeAll(async () => {
  api = await openApiWorld();
  app = (await api.node()).app;
  [admin, shop] = [await signInAs(app, 'admin'), await signInAs(app, 'paris')];
});
afterAll(() => api.close());

async function call(method: 'GET' | 'POST', url: string, payload?: object, headers: object = {}, as = admin) {
  const options = { method, url: `/api/system${url}`, headers: { ...bearer(as), ...headers } };
  const answer = await app.inject({ ...options, ...(payload && { payload }) });
  return { status: answer.statusCode, etag: answer.headers.etag, ...answer.json() };
}
const save = (body: object, headers: object = {}) =>
  call('POST', '/subreason/create_or_update', body, headers);
const offered = async (): Promise<{ id: number; sub_reasons: { id: number }[] }[]> =>
  (await app.inject({ url: '/api/rma_reason', headers: bearer(shop) })).json().data;
const NEW = { rma_reason_id: 2, name: 'Prong worn', description: 'Thin', sort: 7, is_under_warranty: true };

describe('sub-reasons', () => {
  it('are created once by one request, and offered at once', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const [first, again] = [await save(NEW, key), await save(NEW, key)];
    expect(first).toMatchObject({
      status: 200,
      message: 'sub-reason updated',
      data: { Name: 'Prong worn', rma_reason_id: 2, IsActive: true, is_under_warranty: true, version: 1 },
    });
    expect(again.data.id).toBe(first.data.id);
    const reason = (await offered()).find(({ id }) => id === 2);
    expect(reason?.sub_reasons.some(({ id }) => id === first.data.id)).toBe(true);
  });

  it.each([
    ['without a name', { ...NEW, name: '  ' }, 'name_required'],
    ['for a reason that is not there', { ...NEW, rma_reason_id: 999 }, 'invalid_input'],
    ['moved to another reason', { ...NEW, id: 101, rma_reason_id: 3 }, 'invalid_input'],
    ['with a sort below zero', { ...NEW, sort: -1 }, 'invalid_input'],
    ['with a language nobody speaks here', { ...NEW, names: { de: 'Kralle' } }, 'invalid_input'],
    ['with a field nobody knows', { ...NEW, version: 4 }, 'invalid_input'],
  ])('are refused %s', async (_, body, code) => {
    const answer = await save(body);
    expect(answer.status).toBe(400);
    expect([answer.code, answer.errors?.[0]?.code]).toContain(code);
  });

  it('says the fixed words for a missing name', async () => {
    expect((await save({ ...NEW, name: '' })).errors).toEqual([
      { path: 'name', code: 'name_required', message: 'Sub-reason name required' },
    ]);
  });

  it('that do not exist are not updated', async () => {
    expect((await save({ ...NEW, id: 999_999_999 })).status).toBe(404);
  });

  it('keep what is not said, other languages too, also when they were imported', async () => {
    const before = await call('GET', '/subreason/get?id=101');
    const { data } = before;
    expect(data.version).toBe(0);
    const renamed = await save(
      { id: 101, rma_reason_id: data.rma_reason_id, name: data.Name, names: { fr: 'Nom nouveau' } },
      { 'if-match': before.etag },
    );
    expect(renamed.data).toMatchObject({ ...data, version: 1, names: { ...data.names, fr: 'Nom nouveau' } });
    const stale = await save(
      { id: 101, rma_reason_id: data.rma_reason_id, name: 'Stale' },
      { 'if-match': before.etag },
    );
    expect(stale.status).toBe(409);
  });

  it('are deactivated: not offered any more, and still there', async () => {
    const { data } = await save({ ...NEW, name: 'Short-lived' });
    await save({ id: data.id, rma_reason_id: 2, name: 'Short-lived', IsActive: false });
    const reason = (await offered()).find(({ id }) => id === 2);
    expect(reason?.sub_reasons.some(({ id }) => id === data.id)).toBe(false);
    expect((await call('GET', `/subreason/get?id=${data.id}`)).data.IsActive).toBe(false);
  });

  it('saved as they are make no event', async () => {
    const { data } = await save({ ...NEW, name: 'Twice' });
    const again = await save({ id: data.id, rma_reason_id: 2, name: 'Twice', sort: 7 });
    expect(again.data.version).toBe(1);
  });
});

describe('reasons', () => {
  it('are switched off and on, as events', async () => {
    expect((await call('POST', '/reason/switch', { id: 3, IsActive: false })).data).toMatchObject({
      id: 3,
      IsActive: false,
    });
    expect((await offered()).some(({ id }) => id === 3)).toBe(false);
    await call('POST', '/reason/switch', { id: 3, IsActive: true });
    expect((await offered()).some(({ id }) => id === 3)).toBe(true);
    const { rows } = await api.world.pool.query(
      `select data->'active' as active from events where stream_id = 'reason-3' order by version`,
    );
    expect(rows.map(({ active }) => active)).toEqual([false, true]);
    expect((await call('POST', '/reason/switch', { id: 999, IsActive: true })).status).toBe(404);
  });

  it('can be changed only with the permission', async () => {
    const body = { id: 3, IsActive: false };
    expect((await call('POST', '/reason/switch', body, {}, shop)).status).toBe(403);
    expect((await call('POST', '/subreason/create_or_update', NEW, {}, shop)).status).toBe(403);
  });
});
