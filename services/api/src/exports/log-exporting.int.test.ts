import { addPart } from '@atelier/application/exports/export-files.commands.ts';
import { settleHorizon } from '@atelier/event-store/testing/settle-horizon.ts';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openExports, type ExportsWorld } from './testing-exports.ts';

let world: ExportsWorld;
let call: ExportsWorld['call'];

beforeAll(async () => {
  world = await openExports(['auditor', 'paris']);
  ({ call } = world);
  await settleHorizon(world.api.world.pool, world.api.world.store);
});
afterAll(() => world.api.close());

const SIZES = [10, 7, 5];
/** As a worker would have built it: letters in parts. */
async function built(): Promise<{ id: number; text: string }> {
  const asked = await call('auditor', 'POST', '/audit/export', { payload: { format: 'ocel' } });
  const { export_id: id } = asked.json<{ data: { export_id: number } }>().data;
  let begins = 0;
  let first = '';
  for (const [part, size] of SIZES.entries()) {
    const { hash } = await world.services().blobs.put(gzipSync(`${part}`.repeat(size)), 'application/gzip');
    await addPart(world.api.world.db, id, { part, begins, size, blob: hash });
    begins += size;
    if (part === 0) first = hash;
  }
  await world.finish(id, { blob: first, format: 'json', rows: 1, size: begins });
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
    const { rows } = await world.api.world.pool.query(
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

  it('streams security events as lines of OCSF, the sign-ins among them, and goes on behind a position', async () => {
    const read = await call('auditor', 'GET', '/audit/events/ocsf');
    expect(read.headers['content-type']).toBe('application/x-ndjson');
    const linesOf = (body: string) =>
      body
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
    const lines = linesOf(read.body);
    expect(lines.filter(({ type_uid: type }) => type === 300201).map(({ user }) => user.uid)).toEqual(
      expect.arrayContaining([`user-${world.api.users.auditor}`, `user-${world.api.users.paris}`]),
    );
    const middle = lines[Math.floor(lines.length / 2)].unmapped.position;
    const rest = linesOf((await call('auditor', 'GET', `/audit/events/ocsf?after=${middle}`)).body);
    const uids = (of: typeof lines) => of.map(({ metadata }) => metadata.uid);
    expect(uids(rest).slice(0, 3)).toEqual(
      uids(lines.filter(({ unmapped }) => unmapped.position > middle)).slice(0, 3),
    );
  });

  it('is for those who may replay the log alone', async () => {
    expect((await call('paris', 'GET', '/audit/events/events')).statusCode).toBe(403);
  });
});
