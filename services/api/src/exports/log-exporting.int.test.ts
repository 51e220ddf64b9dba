import {
  deposit,
  handClock,
  must,
  newDeposit,
  servicesOf,
} from '@atelier/application/commands/testing-commands.ts';
import { addPart } from '@atelier/application/exports/export-files.commands.ts';
import { finishExport } from '@atelier/application/exports/export.commands.ts';
import { settleHorizon } from '@atelier/event-store/testing/settle-horizon.ts';
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, openApiWorld, signInAs, TestClock } from '../testing-api.ts';
import type { ApiNode, ApiWorld, PersonName } from '../testing-api.ts';

let api: ApiWorld;
let node: ApiNode;
let clock: TestClock;
const tokens = new Map<PersonName, string>();

beforeAll(async () => {
  api = await openApiWorld();
  clock = new TestClock();
  node = await api.node({ clock });
  await deposit(servicesOf(api.world, handClock(clock.now())), await newDeposit(api.world));
  await settleHorizon(api.world.pool, api.world.store);
  for (const name of ['auditor', 'paris'] as const) tokens.set(name, await signInAs(node.app, name));
});
afterAll(() => api.close());

async function call(
  name: PersonName,
  method: 'GET' | 'POST',
  url: string,
  more: { payload?: object; headers?: Record<string, string> } = {},
) {
  const headers = { ...bearer(tokens.get(name) ?? ''), 'idempotency-key': randomUUID(), ...more.headers };
  return node.app.inject({
    method,
    url: `/api${url}`,
    headers,
    ...(more.payload && { payload: more.payload }),
  });
}

const SIZES = [10, 7, 5];
/** As a worker would have built it: letters in parts. */
async function built(): Promise<{ id: number; text: string }> {
  const asked = await call('auditor', 'POST', '/audit/export', { payload: { format: 'ocel' } });
  const { export_id: id } = asked.json<{ data: { export_id: number } }>().data;
  const services = servicesOf(api.world, handClock(clock.now()));
  let begins = 0;
  let first = '';
  for (const [part, size] of SIZES.entries()) {
    const { hash } = await services.blobs.put(gzipSync(`${part}`.repeat(size)), 'application/gzip');
    await addPart(api.world.db, id, { part, begins, size, blob: hash });
    begins += size;
    if (part === 0) first = hash;
  }
  const metadata = {
    actor: { id: 'system', kind: 'system', name: 'exports' },
    commandId: randomUUID(),
    occurredAt: clock.now().toISOString(),
  } as const;
  const system = {
    actor: { userId: null, workerId: null, siteId: null },
    scope: { kind: 'all' },
    metadata,
  } as const;
  must(await finishExport(services, system, id, { blob: first, format: 'json', rows: 1, size: begins }));
  return { id, text: SIZES.map((size, part) => `${part}`.repeat(size)).join('') };
}

describe('a file of the log', () => {
  it('is fetched whole, and from any byte on, so that a download that broke off goes on', async () => {
    const { id, text } = await built();
    const whole = await call('auditor', 'GET', `/export/${id}/file`);
    expect([whole.statusCode, whole.body, whole.headers['accept-ranges']]).toEqual([200, text, 'bytes']);
    for (const [range, first, last] of [
      ['bytes=0-0', 0, 0],
      ['bytes=9-10', 9, 10],
      ['bytes=12-', 12, 21],
      ['bytes=-4', 18, 21],
      ['bytes=3-99', 3, 21],
    ] as const) {
      const part = await call('auditor', 'GET', `/export/${id}/file`, { headers: { range } });
      expect([part.statusCode, part.body]).toEqual([206, text.slice(first, last + 1)]);
      expect(part.headers['content-range']).toBe(`bytes ${first}-${last}/22`);
    }
    const beyond = await call('auditor', 'GET', `/export/${id}/file`, { headers: { range: 'bytes=22-' } });
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, 'bytes */22']);
  });

  it('is for its requester alone, and cancelled by them alone', async () => {
    const { id } = await built();
    expect((await call('paris', 'GET', `/export/${id}/file`)).statusCode).toBe(404);
    expect((await call('paris', 'POST', `/export/${id}/cancel`)).statusCode).toBe(404);
    const asked = await call('auditor', 'POST', '/audit/export', { payload: { format: 'events' } });
    const { export_id: open } = asked.json<{ data: { export_id: number } }>().data;
    const cancelled = await call('auditor', 'POST', `/export/${open}/cancel`);
    expect(cancelled.json()).toMatchObject({ data: { state: 'cancelled' } });
  });

  it('is refused for a span that ends before it begins, at the field that says so', async () => {
    const payload = { format: 'events', from: '2026-11-20T10:00:00Z', to: '2026-11-20T10:00:00Z' };
    const refused = await call('auditor', 'POST', '/audit/export', { payload });
    expect(refused.json()).toMatchObject({ status: 400, errors: [{ path: 'to' }] });
  });
});

describe('GET /audit/events', () => {
  it('streams the log as a table, and is remembered as an event before the first byte', async () => {
    const read = await call('auditor', 'GET', '/audit/events/events');
    expect(read.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(read.body).toContain('ItemDeposited');
    const { rows } = await api.world.pool.query(
      `select data->>'format' as format, metadata->'actor'->>'kind' as kind from events where type = 'LogStreamed'`,
    );
    expect(rows).toEqual([{ format: 'events', kind: 'user' }]);
  });

  it('streams OCEL as one document', async () => {
    const read = await call('auditor', 'GET', '/audit/events/ocel');
    const document = read.json<{ events: unknown[]; objects: unknown[] }>();
    expect(Object.keys(document)).toEqual(['events', 'objects', 'eventTypes', 'objectTypes']);
    expect(document.events.length).toBeGreaterThan(0);
  });

  it('is for those who may replay the log alone', async () => {
    expect((await call('paris', 'GET', '/audit/events/events')).statusCode).toBe(403);
  });
});
