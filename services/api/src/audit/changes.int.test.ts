import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openScreen } from '../live/testing-screen.ts';
import {
  TestClock,
  bearer,
  openApiWorld,
  signInAs,
  type ApiNode,
  type ApiWorld,
} from '../testing/testing-api.ts';

let api: ApiWorld;
let node: ApiNode;
let admin: string;
let auditor: string;

beforeAll(async () => {
  api = await openApiWorld();
  node = await api.node({ clock: new TestClock(), live: true });
  admin = await signInAs(node.app, 'admin');
  auditor = await signInAs(node.app, 'auditor');
});
afterAll(() => api.close());

async function call(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, as = admin) {
  const answer = await node.app.inject({
    method,
    url: `/api${url}`,
    headers: bearer(as),
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, ...answer.json() };
}

interface Line {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}
interface Change {
  readonly position: number;
  readonly kind: string;
  readonly type: string;
  readonly subject: { readonly id: number | null; readonly name: string | null };
  readonly actor: { readonly id: number | null };
  readonly lines: readonly Line[];
  readonly hidden: boolean;
}

async function changes(query = '', as = admin): Promise<{ data: Change[]; next: number | null }> {
  await api.world.settle();
  return call('GET', `/system/changes${query}`, undefined, as);
}

const open = (email: string) =>
  call('POST', '/user/create', {
    email,
    name: 'Nina Novak',
    last_name: 'Novak',
    user_type: 'shop',
    site_id: api.sites.get('LYN'),
    roles: ['#INTRANET::FRONT_shop'],
    password: 'a long enough one',
  });

describe('what administrators changed', () => {
  it('is listed newest first, with who, and what became of what', async () => {
    const { data: user } = await open('nina@demo.test');
    await call('POST', '/user/update', { id: user.id, site_id: api.sites.get('PAR') });
    const { data } = await changes('?page_size=2');
    expect(data.map(({ type }) => type)).toEqual(['UserPlaceChanged', 'UserOpened']);
    expect(data[0]).toMatchObject({
      kind: 'account',
      subject: { id: user.id, name: 'Nina Novak' },
      actor: { id: api.users.admin },
      lines: [{ field: 'siteId', before: 'Lyon Bellecour', after: 'Paris Vendôme' }],
    });
  });

  it('shows names and addresses only to who may manage accounts', async () => {
    const { data: user } = await open('canary-8841@demo.test');
    const told = await changes('?kind=account&page_size=1', auditor);
    expect(told.data[0]).toMatchObject({ subject: { id: user.id, name: null }, hidden: true });
    expect(JSON.stringify(told)).not.toMatch(/canary-8841|Nina Novak/);
    expect(JSON.stringify(await changes('?kind=account&page_size=1'))).toContain('canary-8841');
  });

  it('shows that a badge was revealed, and no barcode', async () => {
    const { data: role } = await call('POST', '/create/rma_workers_role', { Key: 'setter', Name: 'Setter' });
    const { data: worker } = await call('POST', '/create/rma_worker', {
      WorkerID: 'W-77',
      WorkerName: 'Li Na',
      Barcode: '0044556677',
      Department: 'Setting',
      Role: role.ID,
      store: api.sites.get('FSZ'),
    });
    const revealed = await call('POST', '/rma_worker/badge', { ID: worker.ID });
    expect(revealed.status).toBe(200);
    const { data } = await changes('?kind=worker&page_size=200');
    expect(data[0]).toMatchObject({
      type: 'WorkerBadgeRevealed',
      subject: { id: worker.ID },
      lines: [{ field: 'how', before: null, after: 'shown' }],
    });
    expect(revealed.data.Barcode).toBe('0044556677');
    expect(JSON.stringify(data)).not.toContain('0044556677');
    expect(JSON.stringify(await changes('?kind=worker', auditor))).not.toContain('Li Na');
  });

  it('can be asked for by kind and by person, and paged to its very beginning', async () => {
    const seen: number[] = [];
    let before: number | null = Number.MAX_SAFE_INTEGER;
    while (before !== null) {
      const page = await changes(`?page_size=3&before=${before}`);
      seen.push(...page.data.map(({ position }) => position));
      before = page.next;
    }
    expect(seen).toEqual(seen.toSorted((a, b) => b - a));
    expect(new Set(seen).size).toBe(seen.length);
    const whole = await changes('?page_size=200');
    expect(seen).toEqual(whole.data.map(({ position }) => position));
    const mine = await changes(`?page_size=200&person=${api.users.admin}`);
    expect(mine.data.length).toBeGreaterThan(0);
    expect(mine.data.every(({ actor }) => actor.id === api.users.admin)).toBe(true);
    expect((await changes(`?person=${api.users.auditor}`)).data).toEqual([]);
    expect((await changes('?kind=nothing')).data).toBeNull();
  });

  it('names what became of endpoints of webhooks, and of senders and templates of messages', async () => {
    const wanted = { name: 'Stock', url: 'https://stock.test/in', types: ['fee.paid'], site_id: null };
    const made = await call('POST', '/webhook/create', wanted);
    const changed = { ...wanted, id: made.data.id, url: 'https://other.test/in' };
    expect((await call('POST', '/webhook/update', changed)).status).toBe(200);
    expect((await changes('?kind=webhook')).data).toMatchObject([
      {
        type: 'WebhookChanged',
        subject: { name: 'Stock' },
        actor: { id: api.users.admin },
        lines: [{ field: 'url', before: 'https://stock.test/in', after: 'https://other.test/in' }],
      },
      { type: 'WebhookMade' },
    ]);
    const words = { subject: 'Prête', body: 'Suivi : {{link}}' };
    const template = { kind: 'ready', language: 'fr', template: words };
    expect((await call('POST', '/system/messages/template', template)).status).toBe(200);
    const sender = { site_id: api.sites.get('PAR'), name: 'Maison', address: 'repairs@maison.test' };
    expect((await call('POST', '/system/messages/sender', sender)).status).toBe(200);
    expect((await changes('?kind=message')).data).toMatchObject([
      {
        type: 'MessageSenderChanged',
        subject: { name: null },
        lines: expect.arrayContaining([
          { field: 'siteId', before: null, after: 'Paris Vendôme' },
          { field: 'name', before: null, after: 'Maison' },
          { field: 'address', before: null, after: 'repairs@maison.test' },
        ]),
      },
      { type: 'MessageTemplateChanged' },
    ]);
  });

  it('is sent live to who may read it, and refused to others', async () => {
    const screen = await openScreen(node.app, auditor, ['changes']);
    await open('live@demo.test');
    const told = await screen.until(
      () => screen.changes.find(({ topic }) => topic === 'changes'),
      'a change',
    );
    expect(told.rows).toMatchObject([{ kind: 'change' }]);
    const shop = await signInAs(node.app, 'paris');
    expect((await changes('', shop)) as unknown).toMatchObject({ status: 403 });
  });

  it('stands nowhere for a scope that is not everything', async () => {
    const rows = await api.world.asked({ kind: 'store', siteId: 1 }, (trx) =>
      trx.selectFrom('admin_changes').selectAll().execute(),
    );
    expect(rows).toEqual([]);
  });
});
