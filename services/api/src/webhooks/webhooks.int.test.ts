import { randomUUID } from 'node:crypto';
import { deposit, newDeposit, servicesOf } from '@atelier/application/commands/testing-commands.ts';
import { WEBHOOK_LIMITS } from '@atelier/domain/webhooks/contract.ts';
import { settleHorizon } from '@atelier/event-store/testing/settle-horizon.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, openApiWorld, signInAs, type ApiNode, type ApiWorld } from '../testing/testing-api.ts';

let api: ApiWorld;
let node: ApiNode;
let admin: string;

beforeAll(async () => {
  api = await openApiWorld();
  node = await api.node();
  admin = await signInAs(node.app, 'admin');
});
afterAll(() => api.close());

async function call(
  method: 'GET' | 'POST',
  url: string,
  payload?: object,
  as: string | null = admin,
  more = {},
) {
  const answer = await node.app.inject({
    method,
    url: `/api${url}`,
    headers: { ...(as !== null && bearer(as)), ...more },
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, ...answer.json() };
}
const wanted = (more: object = {}) => ({
  name: 'Web shop',
  url: 'https://hooks.example/in',
  types: ['piece.created'],
  site_id: null,
  ...more,
});
const make = (more: object = {}, headers = {}) =>
  call('POST', '/webhook/create', wanted(more), admin, headers);
const post = (path: string, body: object, as = admin) => call('POST', `/webhook/${path}`, body, as);

describe('a new endpoint', () => {
  it('is on, behind the end of the log, with a public key and no other', async () => {
    const end = await settleHorizon(api.world.pool, api.world.store);
    const { status, data } = await make({ url: 'https://HOOKS.example:443/in' });
    expect([status, data.url]).toEqual([200, 'https://hooks.example/in']);
    expect(data).toMatchObject({ off: null, failures: 0, last: null, site: null, position: end });
    expect(data.keys).toEqual([{ public_key: expect.stringMatching(/^whpk_[\w+/]{43}=$/), until: null }]);
    expect(JSON.stringify(data)).not.toContain('secret');
  });

  it.each([
    ['no name', { name: ' ' }, 'name', 'invalid_input'],
    ['no event', { types: [] }, 'types', 'invalid_input'],
    ['an event there is none of', { types: ['piece.sold'] }, 'types.0', 'invalid_input'],
    ['no address', { url: 'hooks' }, 'url', 'url_invalid'],
    ['an address in clear', { url: 'http://hooks.example/' }, 'url', 'url_not_https'],
    ['a name and password in its address', { url: 'https://a:b@hooks.example/' }, 'url', 'url_credentials'],
    ['an address of this machine', { url: 'https://127.0.0.1/' }, 'url', 'url_private'],
    ['an address of a cloud’s metadata', { url: 'https://169.254.169.254/latest' }, 'url', 'url_private'],
    ['a site there is none of', { site_id: 99_999 }, 'site_id', 'invalid_site'],
    ['a field nobody knows', { secret: 'mine' }, '', 'invalid_input'],
  ])('is refused with %s', async (_, more, path, code) => {
    const before = (await call('GET', '/webhook/list')).total;
    const refused = await make(more);
    expect(refused).toMatchObject({ status: 400, code, errors: [{ path: expect.stringContaining(path) }] });
    expect((await call('GET', '/webhook/list')).total).toBe(before);
  });

  it('is one endpoint when its request comes again', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const [first, again] = [await make({}, headers), await make({}, headers)];
    expect(again.data.id).toBe(first.data.id);
    expect(again.data.keys).toEqual(first.data.keys);
  });
});

describe('an endpoint', () => {
  it('is changed, tested, rotated, switched off and on, each as an event with who', async () => {
    const { data } = await make();
    const { id } = data;
    const changed = await post('update', {
      id,
      ...wanted({ name: 'Stock', types: ['fee.paid', 'fee.paid'] }),
    });
    expect(changed.data).toMatchObject({ name: 'Stock', types: ['fee.paid'] });
    expect((await post('ping', { id })).status).toBe(200);
    const rotated = await post('rotate', { id, overlap_hours: 2 });
    expect(rotated.data.keys).toMatchObject([{ until: null }, { public_key: data.keys[0].public_key }]);
    expect((await post('switch', { id, on: false })).data.off).toMatchObject({ why: 'person' });
    expect(await post('replay', { id, position: 1 })).toMatchObject({ status: 400, code: 'webhook_off' });
    expect((await post('switch', { id, on: true, resume: 'now' })).data.off).toBeNull();
    const { rows } = await api.world.pool.query(
      `select type, metadata -> 'actor' ->> 'id' as actor from events where stream_id = $1 order by version`,
      [`webhook-${id}`],
    );
    expect(rows.map(({ type }: { type: string }) => type)).toEqual([
      'WebhookMade',
      'WebhookChanged',
      'WebhookPingAsked',
      'WebhookKeyRotated',
      'WebhookSwitchedOff',
      'WebhookSwitchedOn',
    ]);
    expect(new Set(rows.map(({ actor }: { actor: string }) => Number(actor)))).toEqual(
      new Set([api.users.admin]),
    );
  });

  it('shows what one delivery sent, and sends it again as an event with who', async () => {
    const { data } = await make({ types: ['piece.created'] });
    const { id } = data;
    const services = servicesOf(api.world, { now: () => new Date(), advance: () => undefined });
    await deposit(services, await newDeposit(api.world));
    await settleHorizon(api.world.pool, api.world.store);
    const { rows } = await api.world.pool.query<{ position: number }>(
      `select position::float8 as position from events where type = 'ItemDeposited' order by position limit 1`,
    );
    const position = rows[0]?.position ?? 0;
    expect(position).toBeGreaterThan(0);
    const keep = async (type: string, at: number | null) => {
      const kept = await api.world.pool.query<{ id: number }>(
        `insert into webhook_deliveries (webhook_id, message_id, type, position, attempt, outcome, status, ms, answer)
         values ($1, 'msg_1', $2, $3, 1, 'taken', 204, 3, '') returning id::int`,
        [id, type, at],
      );
      return kept.rows[0]?.id ?? 0;
    };
    const [delivery, test] = [await keep('piece.created', position), await keep('ping', null)];
    const shown = await call('GET', `/webhook/delivery?id=${id}&delivery_id=${delivery}`);
    expect(shown.data).toMatchObject({
      payload: { type: 'piece.created', data: { position } },
      not_again: null,
    });
    expect((await call('GET', `/webhook/delivery?id=${id}&delivery_id=${test}`)).data).toEqual({
      payload: null,
      not_again: 'test',
    });
    expect((await post('resend', { id, delivery_id: delivery })).status).toBe(200);
    expect((await post('resend', { id, delivery_id: test })).code).toBe('test');
    expect((await post('resend', { id, delivery_id: 987_654 })).status).toBe(404);
    const asked = await api.world.pool.query<{ data: object; actor: string }>(
      `select data, metadata -> 'actor' ->> 'id' as actor from events
        where stream_id = $1 and type = 'WebhookDeliveryAsked'`,
      [`webhook-${id}`],
    );
    expect(asked.rows).toMatchObject([{ data: { position }, actor: String(api.users.admin) }]);
    await post('switch', { id, on: false });
    expect((await post('resend', { id, delivery_id: delivery })).code).toBe('webhook_off');
  });

  it('serves its public keys without a sign-in, and nothing else of it', async () => {
    const { data } = await make();
    expect(await call('GET', `/webhook/${data.id}/keys`, undefined, null)).toMatchObject({
      status: 200,
      data: data.keys,
    });
    expect((await call('GET', '/webhook/999999/keys', undefined, null)).status).toBe(404);
    expect((await call('GET', '/webhook/list', undefined, null)).status).toBe(401);
  });

  it('is replayed from a position or a time that the log has reached', async () => {
    const { data } = await make();
    const { id } = data;
    const end = await settleHorizon(api.world.pool, api.world.store);
    expect((await post('replay', { id, position: 1 })).data.position).toBe(0);
    expect((await post('replay', { id, since: '2020-01-01T00:00:00.000Z' })).data.position).toBe(0);
    expect(await post('replay', { id, position: end + 1_000 })).toMatchObject({
      code: 'not_yet',
      errors: [{ path: 'position' }],
    });
    const later = new Date(Date.now() + 3_600_000).toISOString();
    expect(await post('replay', { id, since: later })).toMatchObject({
      code: 'not_yet',
      errors: [{ path: 'since' }],
    });
    for (const body of [{ id }, { id, position: 0 }, { id, position: 1, since: later }])
      expect(await post('replay', body)).toMatchObject({ status: 400, code: 'invalid_input' });
  });

  it('is nothing that an API key makes, changes or reads', async () => {
    const key = await call('POST', '/api_key/create', {
      name: 'Web shop',
      permissions: ['export'],
      site_id: null,
      last_day: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
    });
    for (const path of ['create', 'update', 'switch', 'rotate', 'ping', 'replay', 'resend'])
      expect((await post(path, {}, key.data.secret)).status).toBe(403);
    expect((await call('GET', '/webhook/list', undefined, key.data.secret)).status).toBe(403);
  });

  it('has a delivery log that begins empty, and answers 404 for an unknown number', async () => {
    const { data } = await make();
    expect(await call('GET', `/webhook/deliveries?id=${data.id}`)).toMatchObject({
      status: 200,
      data: [],
      total: 0,
    });
    for (const [path, body] of Object.entries({
      ping: {},
      switch: { on: false },
      rotate: {},
      replay: { position: 1 },
    }))
      expect((await post(path, { id: 999_999, ...body })).status).toBe(404);
    expect((await call('GET', '/webhook/deliveries?id=999999')).status).toBe(404);
  });

  it('is one of fifty at most', async () => {
    const { total } = await call('GET', '/webhook/list');
    for (let count = total; count < WEBHOOK_LIMITS.endpoints; count += 1) await make();
    expect(await make()).toMatchObject({ status: 400, code: 'too_many_webhooks', errors: [{ path: 'url' }] });
  });
});
