import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openScreen } from '../live/testing-screen.ts';
import {
  TestClock,
  bearer,
  openApiWorld,
  signInAs,
  type ApiNode,
  type ApiWorld,
  type PersonName,
} from '../testing/testing-api.ts';

let api: ApiWorld;
let node: ApiNode;
const tokens = new Map<PersonName, string>();

beforeAll(async () => {
  api = await openApiWorld();
  node = await api.node({ clock: new TestClock(), live: true });
  for (const name of ['admin', 'station', 'paris', 'factory'] as const) {
    tokens.set(name, await signInAs(node.app, name));
  }
});
afterAll(() => api.close());

async function call(url: string, payload: object = {}, as: PersonName = 'admin', headers: object = {}) {
  const authorization = bearer(tokens.get(as) ?? '');
  const answer = await node.app.inject({
    method: 'POST',
    url: `/api${url}`,
    headers: { ...authorization, ...headers },
    payload,
  });
  return { status: answer.statusCode, text: answer.body, ...answer.json() };
}

async function newRole(Key: string, ...Permission: string[]): Promise<number> {
  const { data } = await call('/create/rma_workers_role', { Key, Name: `Role ${Key}` });
  await call('/update/rma_workers_role', { ID: data.ID, Permission });
  return data.ID;
}

const site = (code: string): number => api.sites.get(code) ?? 0;

async function newWorker(WorkerID: string, Barcode: string, more: object = {}) {
  const role =
    (await call('/all/rma_workers_role')).data[0]?.ID ?? (await newRole('first', 'repair process'));
  const facts = { WorkerName: `Hand ${WorkerID}`, Department: 'Floor', Role: role, store: site('FSZ') };
  return call('/create/rma_worker', { WorkerID, Barcode, ...facts, ...more });
}

const atStation = (barcode: string, pin?: string) =>
  call('/auth/rma_worker', { barcode, ...(pin !== undefined && { pin }) }, 'station');

describe('factory workers', () => {
  it('are listed by id descending with role as an object, store, and the barcode masked', async () => {
    await newWorker('A-1', '0000101');
    await newWorker('A-2', '0000102');
    const { data, total, text } = await call('/all/rma_workers', { search: 'a-' });
    expect(total).toBe(2);
    expect(data.map((worker: { WorkerID: string }) => worker.WorkerID)).toEqual(['A-2', 'A-1']);
    expect(data[0]).toMatchObject({
      Barcode: '•••••02',
      Role: { Key: 'first', Name: 'Role first' },
      store: { code: 'FSZ' },
      IsActive: true,
    });
    expect(text).not.toContain('0000102');
  });

  it('are found by each field of theirs, and taken as the list shows them', async () => {
    const { data: made } = await newWorker('A-40', '0000140', { ID: 0, Department: 'Enamel' });
    const ids = async (filter: object) =>
      (await call('/all/rma_workers', filter)).data.map(({ ID }: { ID: number }) => ID);
    const { ID, WorkerID, WorkerName, Role } = made;
    for (const filter of [
      { ID },
      { WorkerID },
      { WorkerName: 'hand a-40' },
      { Barcode: '0000140' },
      { Department: 'ENAM' },
    ])
      expect([filter, await ids(filter)]).toEqual([filter, [ID]]);
    expect(await ids({ Role })).toContain(ID);
    expect(
      await ids({ ID, WorkerID, WorkerName, Barcode: '0000140', Department: 'Enamel', Role, IsActive: true }),
    ).toEqual([ID]);
    for (const other of [
      { WorkerID: 'A-4' },
      { Barcode: '000014' },
      { ID, IsActive: false },
      { Department: '%' },
    ])
      expect([other, (await ids(other)).includes(ID)]).toEqual([other, false]);
    const row = {
      ID,
      WorkerID,
      WorkerName,
      Barcode: made.Barcode,
      Department: 'Enamel',
      Role,
      IsActive: true,
    };
    expect((await call('/delete/rma_worker', row)).data).toMatchObject({ ID, IsActive: false });
  });

  it('have their barcode as text, whatever a client took it for', async () => {
    expect((await newWorker('A-3', '0012')).data.Barcode).toBe('•••2');
    const number = await newWorker('A-4', 778899 as unknown as string);
    expect(number).toMatchObject({ status: 200, data: { Barcode: '••••99' } });
    expect((await atStation('778899')).status).toBe(200);
  });

  it.each([
    ['a work id of another', { WorkerID: 'A-1', Barcode: '5550001' }, 'work_id_used'],
    ['a barcode of another', { WorkerID: 'A-9', Barcode: '0000101' }, 'barcode_used'],
    ['a role that is not there', { WorkerID: 'A-9', Barcode: '5550001', Role: 999_999 }, 'role_unknown'],
    ['a shop to work in', { WorkerID: 'A-9', Barcode: '5550001', store: 1 }, 'invalid_site'],
    ['a barcode with a blank in it', { WorkerID: 'A-9', Barcode: '55 0001' }, 'invalid_input'],
    ['a PIN of letters', { WorkerID: 'A-9', Barcode: '5550001', Pin: 'abcd' }, 'invalid_input'],
    ['a key nobody knows', { WorkerID: 'A-9', Barcode: '5550001', Admin: true }, 'invalid_input'],
  ])('are not registered with %s', async (_, facts, code) => {
    const before = (await call('/all/rma_workers')).total;
    expect(await newWorker('', '', facts)).toMatchObject({ status: 400, code });
    expect((await call('/all/rma_workers')).total).toBe(before);
  });

  it('are registered once by one request, however often it comes', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const role = (await call('/all/rma_workers_role')).data[0].ID;
    const body = { WorkerID: 'A-5', WorkerName: 'Once', Barcode: '0000105', Department: '', Role: role };
    const first = await call(
      '/create/rma_worker',
      { ...body, store: site('FSZ'), Pin: '4711' },
      'admin',
      key,
    );
    const again = await call(
      '/create/rma_worker',
      { ...body, store: site('FSZ'), Pin: '4711' },
      'admin',
      key,
    );
    expect(again.data).toEqual(first.data);
    expect(first.data).toMatchObject({ HasPin: true });
    expect((await atStation('0000105')).status).toBe(400);
    expect((await atStation('0000105', '4711')).status).toBe(200);
  });

  it('keep the badge at the door in step: changed, taken away, given to another worker', async () => {
    const { data } = await newWorker('A-6', '0000106');
    await call('/update/rma_worker', { ID: data.ID, Barcode: '0000666' });
    expect((await atStation('0000106')).status).toBe(400);
    expect((await atStation('0000666')).data.worker.WorkerID).toBe('A-6');
    expect((await call('/delete/rma_worker', { ID: data.ID })).data.IsActive).toBe(false);
    expect((await atStation('0000666')).status).toBe(400);
    expect((await newWorker('A-6', '0000666')).status).toBe(200);
    const back = await call('/update/rma_worker', { ID: data.ID, IsActive: true });
    expect(back).toMatchObject({ status: 400, code: 'work_id_used' });
    await call('/update/rma_worker', { ID: data.ID, IsActive: true, WorkerID: 'A-7', Barcode: '0000107' });
    expect((await atStation('0000107')).data.worker.WorkerID).toBe('A-7');
  });

  it('are refused with the field that is to blame', async () => {
    const id = await newWorker('A-1', '5550009');
    expect(id.errors).toMatchObject([{ path: 'WorkerID', code: 'work_id_used' }]);
    const code = await newWorker('A-99', '0000101');
    expect(code.errors).toMatchObject([{ path: 'Barcode', code: 'barcode_used' }]);
  });

  it('two people who register the same barcode at once make one worker', async () => {
    const answers = await Promise.all(['B-1', 'B-2', 'B-3', 'B-4'].map((id) => newWorker(id, '0000777')));
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '400', '400', '400']);
  });

  it('are found by their barcode in view alone, and thirty barcodes of no worker shut the filter', async () => {
    const { data } = await newWorker('A-41', '0000141');
    const find = (Barcode: string, as: PersonName = 'admin') => call('/all/rma_workers', { Barcode }, as);
    expect((await find('0000141', 'paris')).status).toBe(403);
    for (let index = 0; index < 40; index += 1) await find('0000141');
    const found = await find('0000141');
    expect(found).toMatchObject({ status: 200, data: [{ ID: data.ID }] });
    expect(found.text).not.toContain('0000141');
    const guesses = Array.from({ length: 31 }, (_, index) => `77000${index}`);
    for (const guess of guesses) await find(guess);
    expect(await find('0000141')).toMatchObject({ status: 429, code: 'too_many_requests' });
    expect((await call('/all/rma_workers')).status).toBe(200);
    const { rows } = await api.world.pool.query('select account, address from login_attempts');
    expect(JSON.stringify(rows)).not.toContain('77000');
  });

  it('show a badge in full as an event that says who looked', async () => {
    const { data } = await newWorker('A-8', '0000108');
    const shown = await call('/rma_worker/badge', { ID: data.ID, how: 'printed' });
    expect(shown.data).toMatchObject({ WorkerID: 'A-8', Barcode: '0000108' });
    const { rows } = await api.world.pool.query(
      `select data, metadata from events where stream_id = $1 and type = 'WorkerBadgeRevealed'`,
      [`worker-${data.ID}`],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ data: { how: 'printed' }, metadata: { actor: { id: api.users.admin } } });
  });

  it('never have their barcode in the log as it is', async () => {
    await newWorker('A-10', '9182736455');
    const { rows } = await api.world.pool.query(
      `select count(*)::int as n from events where data::text like '%9182736455%'`,
    );
    expect(rows[0].n).toBe(0);
  });

  it.each(['paris', 'factory', 'station'] as const)('are not visible to %s', async (name) => {
    for (const url of ['/all/rma_workers', '/all/rma_workers_role']) {
      expect((await call(url, {}, name)).status).toBe(403);
    }
  });
});

describe('roles of workers', () => {
  it('say for each permission whether it is selected', async () => {
    const ID = await newRole('select', 'QC final');
    const role = (await call('/all/rma_workers_role')).data.find((each: { ID: number }) => each.ID === ID);
    expect(role.Permission).toEqual(['QC final']);
    const selected = role.Permissions.filter((each: { Selected: boolean }) => each.Selected);
    expect(selected).toEqual([{ Name: 'QC final', Selected: true }]);
    expect(role.Permissions.length).toBeGreaterThan(15);
  });

  it('never take a key twice, also not one of a deleted role', async () => {
    const ID = await newRole('twice');
    expect(await call('/create/rma_workers_role', { Key: 'twice', Name: 'x' })).toMatchObject({
      status: 400,
      code: 'role_key_used',
    });
    expect((await call('/delete/rma_workers_role', { ID })).status).toBe(200);
    expect((await call('/create/rma_workers_role', { Key: 'twice', Name: 'x' })).code).toBe('role_key_used');
    expect((await call('/update/rma_workers_role', { ID, Name: 'y' })).status).toBe(404);
  });

  it('are not deleted while a worker holds them', async () => {
    const Role = await newRole('held', 'QC process');
    const { data } = await newWorker('C-1', '0000201', { Role });
    expect(await call('/delete/rma_workers_role', { ID: Role })).toMatchObject({
      status: 400,
      code: 'role_in_use',
      data: { workers: 1 },
    });
    await call('/delete/rma_worker', { ID: data.ID });
    expect((await call('/delete/rma_workers_role', { ID: Role })).status).toBe(200);
  });

  it('refuse what a worker may never hold', async () => {
    const ID = await newRole('bold');
    const answer = await call('/update/rma_workers_role', { ID, Permission: ['manage user'] });
    expect(answer).toMatchObject({ status: 400, code: 'invalid_input' });
  });

  it('hold at once for who is signed in, on HTTP and on open screens', async () => {
    const Role = await newRole('live', 'repair process');
    await newWorker('C-2', '0000202', { Role });
    await atStation('0000202');
    const screen = await openScreen(node.app, tokens.get('station') ?? '', []);
    await call('/update/rma_workers_role', { ID: Role, Permission: ['polishing process'] });
    // 1012: the screen reconnects automatically, with the new rights.
    expect(await screen.whenClosed()).toMatchObject({ code: 1012 });
    const session = await node.app.inject({
      url: '/api/auth/session',
      headers: bearer(tokens.get('station') ?? ''),
    });
    expect(session.json().data.allPermission).toEqual(['polishing process']);
  });
});
