import { storeBadge } from '@atelier/application/workforce/badges.commands.ts';
import { defineWorkerRole } from '@atelier/application/workforce/worker-roles.commands.ts';
import { changeWorker } from '@atelier/application/workforce/workers.commands.ts';
import { TEST_KEY } from '@atelier/application/projections/testing.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { custodyMoved, depositAt, happen, statusChanged } from '../live/testing-items.ts';
import { openScreen } from '../live/testing-screen.ts';
import {
  TestClock,
  bearer,
  openApiWorld,
  signInAs,
  testMetadata,
  type ApiNode,
  type ApiWorld,
} from '../testing/testing-api.ts';
import { hashPassword } from '../shared/passwords.ts';

let api: ApiWorld;
let node: ApiNode;
let clock: TestClock;
let token: string;

beforeAll(async () => {
  api = await openApiWorld();
  const { store } = api.world;
  const [repair = 0, quality = 0] = await store.nextIds(2);
  await defineWorkerRole(
    store,
    { roleId: repair, key: 'repair', name: 'Repair', permissions: ['repair process'] },
    testMetadata(),
  );
  await defineWorkerRole(
    store,
    { roleId: quality, key: 'quality', name: 'Quality', permissions: ['QC process', 'QC final'] },
    testMetadata(),
  );
  await register('W0001', '0000001', 'repair', 'FSZ');
  await register('W0002', '0000002', 'quality', 'FSZ', '4711');
  await register('W0003', '0000003', 'repair', 'WHS');
});
afterAll(() => api.close());
beforeEach(async () => {
  clock = new TestClock();
  node = await api.node({ clock, live: true });
  await api.world.pool.query('delete from login_attempts');
  token = await signInAs(node.app, 'station');
});

async function register(workId: string, barcode: string, roleKey: string, siteCode: string, pin?: string) {
  const { store, db } = api.world;
  const [workerId = 0] = await store.nextIds(1);
  const profile = { name: `Worker ${workId}`, barcode };
  const post = { department: 'Floor', roleKey, siteId: api.sites.get(siteCode) ?? 0 };
  const command = { type: 'RegisterWorker', workerId, workId, profile, ...post } as const;
  const done = await changeWorker(store, workerId, command, testMetadata());
  if (!done.ok) throw new Error(done.rejection.code);
  const pinHash = pin === undefined ? null : await hashPassword(pin);
  await storeBadge({ db, masterKey: TEST_KEY }, { workerId, barcode, pinHash }, new Date());
}

afterEach(() => node.close());

const call = (method: 'GET' | 'POST', url: string, payload?: object, as = token) =>
  node.app.inject({ method, url: `/api${url}`, headers: bearer(as), ...(payload && { payload }) });
const show = (barcode: string, pin?: string) =>
  call('POST', '/auth/rma_worker', { barcode, ...(pin !== undefined && { pin }) });
const permissions = async () => (await call('GET', '/auth/session')).json().data.allPermission;

describe('a worker at a station', () => {
  it('signs in by badge, and their permissions replace the station’s', async () => {
    expect(await permissions()).toEqual([]);
    const answer = await show(' 0000001 ');
    expect(answer.statusCode).toBe(200);
    expect(answer.json().data).toMatchObject({
      worker: { WorkerID: 'W0001', WorkerName: 'Worker W0001' },
      allPermission: ['repair process'],
      user: { email: 'station@demo.test' },
    });
    expect(await permissions()).toEqual(['repair process']);
  });

  it('signs in by work id with a PIN, and never by a work id alone', async () => {
    expect((await show('W0002')).json().code).toBe('worker_unknown');
    expect((await show('W0002', '0000')).json().code).toBe('worker_unknown');
    expect((await show('W0002', '4711')).json().data.worker.WorkerID).toBe('W0002');
    const unknown = (await show('W9999')).json();
    const withoutPin = (await show('W0001')).json();
    expect(withoutPin).toEqual({ ...unknown, data: { attempts_left: unknown.data.attempts_left - 1 } });
    for (const pin of ['', '0', '4711']) expect((await show('W0001', pin)).statusCode).toBe(400);
    expect(await permissions()).toEqual(['QC process', 'QC final']);
  });

  it('does not sign in by a work id that stands on a badge as well', async () => {
    await register('W0004', 'W0005', 'repair', 'FSZ');
    await register('W0005', 'W0005-badge', 'repair', 'FSZ');
    expect((await show('W0005')).json().code).toBe('worker_unknown');
    expect((await show('W0005-badge')).statusCode).toBe(200);
  });

  it('is switched by the next badge, and signed out alone', async () => {
    await show('0000001');
    await show('0000002', '4711');
    expect(await permissions()).toEqual(['QC process', 'QC final']);
    const out = await call('POST', '/auth/rma_worker/logout');
    expect(out.json().data).toMatchObject({ worker: null, allPermission: [] });
    expect((await call('GET', '/auth/session')).statusCode).toBe(200);
  });

  it('comes and goes in the log, in the stream of the station’s sign-in', async () => {
    await show('0000001');
    await show('0000002', '4711');
    await call('POST', '/auth/rma_worker/logout');
    await call('POST', '/auth/rma_worker/logout');
    const { rows } = await api.world.pool.query(
      `select type, (data->>'workerId')::integer as worker from events
        where stream_id = (select stream_id from events where type = 'WorkerSignedOut' order by position desc limit 1)
          and type like 'WorkerSigned%' order by version`,
    );
    const [first, second] = [rows[0]?.worker, rows[2]?.worker];
    expect(second).not.toBe(first);
    expect(rows).toEqual([
      { type: 'WorkerSignedIn', worker: first },
      { type: 'WorkerSignedOut', worker: first },
      { type: 'WorkerSignedIn', worker: second },
      { type: 'WorkerSignedOut', worker: second },
    ]);
  });

  it('stands on every event beside the station', async () => {
    const item = await depositAt(api.world, api.sites.get('PAR') ?? 0);
    const fsz = api.sites.get('FSZ') ?? 0;
    await happen(api.world, item, statusChanged(1, 4), custodyMoved(item.storeId, fsz));
    const remark = { id: item.id, comment: 'the clasp is loose' };
    expect((await call('POST', '/operationcomment', remark)).statusCode).toBe(403);
    await show('0000001');
    expect((await call('POST', '/operationcomment', remark)).statusCode).toBe(200);
    const { events } = await api.world.store.readStream(`item-${item.id}`);
    expect(events.at(-1)?.metadata).toMatchObject({
      actor: { id: api.users.station, kind: 'user' },
      worker: { workId: 'W0001' },
      site: fsz,
    });
  });
});

describe('the door of a station', () => {
  it('knows no badge of another site, and none that was invented', async () => {
    expect((await show('0000003')).json().code).toBe('worker_unknown');
    expect((await show('9999999')).json()).toMatchObject({ status: 400, data: { attempts_left: 3 } });
  });

  it('locks after five failures, for a minute', async () => {
    for (let failure = 0; failure < 4; failure += 1) await show('9999999');
    expect((await show('9999999')).json().data).toEqual({ attempts_left: 0, locked_for_s: 60 });
    expect((await show('0000001')).json().code).toBe('login_suspended');
    clock.advance(60_000);
    expect((await show('0000001')).statusCode).toBe(200);
  });

  it('is not on other accounts', async () => {
    const factory = await signInAs(node.app, 'factory');
    const answer = await call('POST', '/auth/rma_worker', { barcode: '0000001' }, factory);
    expect(answer.statusCode).toBe(403);
  });

  it('keeps the barcode out of every table but the sealed log', async () => {
    const { rows } = await api.world.pool.query(
      `select w::text || b::text || coalesce((select string_agg(data::text, '') from events
         where stream_id = 'worker-' || w.id), '') as text
         from worker_row w join worker_badges b on b.worker_id = w.id where w.work_id = 'W0002'`,
    );
    expect(rows[0].text).not.toContain('0000002');
  });
});

describe('ten idle minutes', () => {
  it('end the worker’s sign-in and leave the station’s', async () => {
    await show('0000001');
    clock.advance(9 * 60_000);
    expect(await permissions()).toEqual(['repair process']);
    clock.advance(10 * 60_000 - 1);
    expect(await permissions()).toEqual(['repair process']);
    clock.advance(10 * 60_000);
    const session = (await call('GET', '/auth/session')).json().data;
    expect(session).toMatchObject({ worker: null, allPermission: [] });
  });
});

describe('the screens of a station', () => {
  it('come back with the rights of the worker who is signed in now', async () => {
    const topic = `stage:${api.sites.get('FSZ')}:4`;
    const before = await openScreen(node.app, token, [topic]);
    expect(before.frames).toContainEqual({ type: 'refused', topic, code: 'forbidden' });
    await show('0000001');
    expect(await before.whenClosed()).toMatchObject({ code: 1012 });
    const during = await openScreen(node.app, token, [topic]);
    expect(await during.frame('subscribed')).toMatchObject({ topics: [topic] });
    clock.advance(10 * 60_000);
    expect(await during.whenClosed()).toMatchObject({ code: 1012 });
  });
});
