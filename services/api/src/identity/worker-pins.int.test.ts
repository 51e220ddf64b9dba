import { storeBadge } from '@atelier/application/workforce/badges.commands.ts';
import { defineWorkerRole } from '@atelier/application/workforce/worker-roles.commands.ts';
import { changeWorker } from '@atelier/application/workforce/workers.commands.ts';
import { MAX_UNKNOWN_FAILURES, UNKNOWN_WAIT_MS } from '@atelier/domain/identity/sign-in.ts';
import { STANDARD_ROLES } from '@atelier/domain/identity/standard-roles.ts';
import { TEST_KEY } from '@atelier/application/projections/testing.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  PASSWORD,
  TestClock,
  bearer,
  openApiWorld,
  openPerson,
  signInAs,
  testMetadata,
  tryLogin,
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

describe('wrong PINs', () => {
  const stationAt = async (email: string): Promise<string> => {
    const profile = { email, name: email, lastName: '' };
    const siteId = api.sites.get('FSZ') ?? null;
    await openPerson(api, {
      profile,
      userType: 'operation',
      siteId,
      roles: [STANDARD_ROLES.factoryWorker.name],
    });
    return (await tryLogin(node.app, email, PASSWORD)).json().data.token;
  };
  const showAt = (station: string, pin: string, code = 'W0002') =>
    call('POST', '/auth/rma_worker', { barcode: code, pin }, station);

  beforeEach(() => api.world.pool.query('delete from worker_pin_attempts'));

  it('count for their worker over all stations, also when others succeed in between', async () => {
    const other = await stationAt('station.a@demo.test');
    for (const [station, pin] of [
      [token, '0001'],
      [other, '0002'],
      [token, '0003'],
      [other, '0004'],
    ] as const) {
      expect((await showAt(station, pin)).json().code).toBe('worker_unknown');
      expect((await call('POST', '/auth/rma_worker', { barcode: '0000001' }, station)).statusCode).toBe(200);
    }
    expect((await showAt(other, '0005')).json()).toMatchObject({
      code: 'worker_unknown',
      data: { attempts_left: 0, locked_for_s: 60, of: 'worker' },
    });
    for (const station of [token, other]) {
      const refused = await showAt(station, '4711');
      expect(refused.json()).toMatchObject({ status: 400, code: 'login_suspended', data: { of: 'worker' } });
      expect(refused.headers['retry-after']).toBe('60');
    }
    expect((await show('0000001')).statusCode).toBe(200);
  });

  it('lock twice as long with each further failure, until the right PIN', async () => {
    const locks = [];
    for (let failure = 0; failure < 8; failure += 1) {
      const { data } = (await showAt(token, `000${failure}`)).json();
      locks.push(data.locked_for_s ?? 0);
      clock.advance(Math.max(data.locked_for_s ?? 0, 1) * 1000);
    }
    expect(locks).toEqual([0, 0, 0, 0, 60, 120, 240, 480]);
    token = await signInAs(node.app, 'station');
    expect((await showAt(token, '4711')).statusCode).toBe(200);
    await api.world.pool.query('delete from login_attempts');
    expect((await showAt(token, '0000')).json().data).toEqual({ attempts_left: 4 });
  });

  it('are tried no more often than the limit, forty at once over eight stations', async () => {
    const stations = [token];
    for (let each = 0; each < 7; each += 1) stations.push(await stationAt(`station.${each}@demo.test`));
    const tries = Array.from({ length: 40 }, (_, index) =>
      showAt(stations[index % stations.length] ?? '', String(1000 + index)),
    );
    const codes = (await Promise.all(tries)).map((answer) => answer.json().code);
    expect(codes.filter((code) => code === 'worker_unknown')).toHaveLength(5);
    expect(codes.filter((code) => code === 'login_suspended')).toHaveLength(35);
    expect((await showAt(stations[3] ?? '', '4711')).json().code).toBe('login_suspended');
  });

  it('of a code that no worker has lock alike, so that the lock tells nothing', async () => {
    const other = await stationAt('station.b@demo.test');
    const tell = async (code: string) => {
      const told = [];
      for (let failure = 0; failure < 6; failure += 1) {
        await api.world.pool.query('delete from login_attempts');
        const { code: answer, data } = (await showAt(other, `000${failure}`, code)).json();
        told.push({ answer, data });
      }
      return told;
    };
    expect(await tell('W9998')).toEqual(await tell('W0002'));
    expect(await tell('W9997')).toEqual(await tell('W0001'));
  });

  it('are events that name the worker', async () => {
    await showAt(token, '0000');
    const { rows } = await api.world.pool.query(
      `select data from events where type = 'SignInFailed' order by position desc limit 1`,
    );
    const { rows: workers } = await api.world.pool.query(`select id from worker_row where work_id = 'W0002'`);
    expect(rows[0].data).toMatchObject({ why: 'wrong_pin', workerId: Number(workers[0].id), failures: 1 });
  });
});

describe('guessed badges', () => {
  it('lock the station in the end although a colleague signs in between them', async () => {
    const codes: string[] = [];
    for (let guess = 0; guess < MAX_UNKNOWN_FAILURES; guess += 1) {
      codes.push((await show(`88${1000 + guess}`)).json().code, (await show('0000001')).json().code);
    }
    const alternating = codes.map((_, index) => (index % 2 === 0 ? 'worker_unknown' : 'ok'));
    expect(codes.slice(0, -1)).toEqual(alternating.slice(0, -1));
    expect(codes.at(-1)).toBe('login_suspended');
    expect((await show('0000001')).json()).toMatchObject({
      code: 'login_suspended',
      data: { locked_for_s: 60 },
    });
    clock.advance(UNKNOWN_WAIT_MS);
    token = await signInAs(node.app, 'station');
    expect((await show('0000001')).statusCode).toBe(200);
  });

  it('are none where the same badge opens in the end', async () => {
    for (let day = 0; day < 10; day += 1) {
      const code = `77000${10 + day}`;
      for (let scan = 0; scan < 4; scan += 1) expect((await show(code)).statusCode).toBe(400);
      await register(`W-${code}`, code, 'repair', 'FSZ');
      expect((await show(code)).statusCode).toBe(200);
    }
    expect((await show('880010')).json().data).toEqual({ attempts_left: 4 });
  });

  it('are none where a badge that needs its PIN is scanned first, as its worker does', async () => {
    for (let day = 0; day < 8; day += 1) {
      expect((await show('0000002')).json().code).toBe('worker_unknown');
      expect((await show('0000002', '4711')).statusCode).toBe(200);
    }
  });
});
