import { DAY_MS } from '@atelier/domain/kernel.ts';
import { handClock } from '@atelier/application/commands/testing-commands.ts';
import { noteProgress } from '@atelier/application/exports/export-files.commands.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, signInAs, type PersonName } from '../testing/testing-api.ts';
import { liveUrl, Screen, ticketFor } from '../live/testing-screen.ts';
import { openExports, type ExportsWorld } from './testing-exports.ts';

let world: ExportsWorld;

beforeAll(async () => {
  world = await openExports(['paris', 'tokyo', 'warehouse']);
});
afterAll(() => world.api.close());

async function call(name: PersonName, method: 'GET' | 'POST', url: string, payload?: object) {
  const answer = await world.call(name, method, url, payload && { payload });
  return { status: answer.statusCode, raw: answer, body: answer.json.bind(answer) };
}
const ask = (name: PersonName, body: object) => call(name, 'POST', '/excel', { excelType: 'list', ...body });

/** As a worker would have built it. */
async function built(id: number, bytes = 'PK-a-sheet') {
  const { hash } = await world.services().blobs.put(Buffer.from(bytes), 'application/x');
  await world.finish(id, { blob: hash, format: 'xlsx', rows: 1, size: bytes.length });
}
const exportsMade = async () =>
  (await world.api.world.db.selectFrom('export_row').select('id').execute()).length;

describe('POST /excel', () => {
  it('takes ids or filters, answers its export_id, and lists it among mine alone', async () => {
    const answer = await ask('paris', { rmaItem: [world.itemId], language: 'ja' });
    expect(answer.body()).toMatchObject({
      status: 200,
      data: { state: 'queued', type: 'list', total: null, export_id: expect.any(Number) },
    });
    const { export_id: id } = answer.body().data;
    expect(
      (await call('paris', 'GET', '/exports')).body().data.map((row: { id: number }) => row.id),
    ).toContain(id);
    expect((await call('tokyo', 'GET', '/exports')).body().data).toEqual([]);
    expect((await call('tokyo', 'GET', `/export/${id}`)).status).toBe(404);
    expect((await ask('warehouse', { filter: { status: '1', sort: 'oldest' } })).status).toBe(200);
  });

  it('is not found for another shop, and nothing is made', async () => {
    const before = await exportsMade();
    expect((await ask('tokyo', { rmaItem: [world.itemId] })).status).toBe(404);
    expect((await ask('paris', { rmaItem: [world.itemId, 999_999_999] })).status).toBe(404);
    expect(await exportsMade()).toBe(before);
  });

  it.each([
    ['neither ids nor filters', {}],
    ['both of them', { rmaItem: [1], filter: {} }],
    ['an unknown type', { rmaItem: [1], excelType: 'everything' }],
    ['no ids at all', { rmaItem: [] }],
    ['an unknown sort', { filter: { sort: 'beauty' } }],
    ['an unknown filter', { filter: { colour: 'red' } }],
  ])('refuses %s with a reason', async (_, body) => {
    const answer = await ask('paris', body);
    expect(answer.status).toBe(400);
    expect(answer.body().errors.length).toBeGreaterThan(0);
  });

  it('is one export for one key, however often it is sent', async () => {
    const headers = { ...bearer(world.tokenOf('paris')), 'idempotency-key': randomUUID() };
    const payload = { excelType: 'quality', rmaItem: [world.itemId] };
    const send = () => world.node.app.inject({ method: 'POST', url: '/api/excel', headers, payload });
    const [first, second] = [await send(), await send()];
    expect(second.json().data.id).toBe(first.json().data.id);
  });
});

describe('the file of an export', () => {
  it('is for its requester, once it is built, for a day', async () => {
    const { id } = (await ask('paris', { rmaItem: world.itemId })).body().data;
    const early = await call('paris', 'GET', `/export/${id}/file`);
    expect([early.status, early.body().code]).toEqual([400, 'export_not_ready']);
    await built(id);
    const file = await call('paris', 'GET', `/export/${id}/file`);
    expect(file.raw.body).toBe('PK-a-sheet');
    expect(file.raw.headers['content-disposition']).toMatch(/"repair-list-PAR-\d{4}-\d\d-\d\d\.xlsx"/u);
    expect((await call('tokyo', 'GET', `/export/${id}/file`)).status).toBe(404);
  });

  it('expires after its day, with a separate message', async () => {
    const { id } = (await ask('paris', { rmaItem: world.itemId })).body().data;
    await built(id);
    const late = handClock(new Date(world.clock.now().getTime() + DAY_MS));
    const other = await world.api.node({ clock: late });
    const headers = bearer(await signInAs(other.app, 'paris'));
    const answer = await other.app.inject({ method: 'GET', url: `/api/export/${id}/file`, headers });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'expired']);
    const view = await other.app.inject({ method: 'GET', url: `/api/export/${id}`, headers });
    expect(view.json().data.state).toBe('expired');
    await world.signIn('paris');
  });
});

describe('the progress of an export', () => {
  it('is sent live to its requester only', async () => {
    const { id } = (await ask('paris', { rmaItem: world.itemId })).body().data;
    const topic = `exports:${world.api.users.paris}`;
    const open = async (name: PersonName) => {
      const screen = new Screen(liveUrl(world.node.app));
      await screen.opened();
      screen.send({ type: 'hello', ticket: await ticketFor(world.node.app, world.tokenOf(name)) });
      screen.send({ type: 'subscribe', topics: [topic] });
      return screen;
    };
    const [mine, theirs] = [await open('paris'), await open('tokyo')];
    await theirs.until(() => theirs.frames.find(({ type }) => type === 'refused'), 'the refusal');
    await noteProgress(world.api.world.db, id, 250, 1_000);
    const rowWith = (screen: Screen, state: string) =>
      screen.changes.flatMap(({ rows }) => rows).find((row) => row.id === id && row['state'] === state);
    const running = await mine.until(() => rowWith(mine, 'running'), 'the progress');
    expect(running).toMatchObject({ kind: 'export', done: 250, total: 1_000 });
    await built(id);
    const done = await mine.until(() => rowWith(mine, 'done'), 'the end');
    expect(done.version).toBeGreaterThan(0);
    expect(theirs.changes).toEqual([]);
  });
});
