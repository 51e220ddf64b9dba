import { settleHorizon } from '@atelier/event-store/testing/settle-horizon.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  bearer,
  openApiWorld,
  signInAs,
  type ApiNode,
  type ApiWorld,
  type PersonName,
} from '../testing/testing-api.ts';
import { custodyMoved, depositAt, happen, scanned, statusChanged } from './testing-items.ts';
import { openScreen, type Screen } from './testing-screen.ts';

let api: ApiWorld;
let node: ApiNode;
const screens: Screen[] = [];
const tokens = new Map<PersonName, string>();

beforeAll(async () => {
  api = await openApiWorld();
  node = await api.node({ live: true });
  for (const name of ['paris', 'tokyo', 'factory', 'warehouse', 'admin', 'station'] as const) {
    tokens.set(name, await signInAs(node.app, name));
  }
});
afterEach(() => screens.splice(0).forEach((screen) => screen.socket.terminate()));
afterAll(() => api.close());

const site = (code: string): number => api.sites.get(code) ?? 0;

async function open(name: PersonName, topics: readonly string[], at: ApiNode = node): Promise<Screen> {
  const screen = await openScreen(at.app, tokens.get(name) ?? '', topics);
  screens.push(screen);
  return screen;
}

describe('a screen', () => {
  it('is sent the row of an item of its store when it changes', async () => {
    const screen = await open('paris', [`store:${site('PAR')}`]);
    const item = await depositAt(api.world, site('PAR'));
    const { version, position } = await happen(api.world, item, statusChanged(1, 2));
    const row = await screen.rowOf(`store:${site('PAR')}`, item.id, version);
    expect(row).toMatchObject({ kind: 'item', id: item.id, version, rma_status_id: 2, store_code: 'PAR' });
    const change = await screen.until(() => screen.changes.find((each) => each.position >= position), 'it');
    expect(change).toMatchObject({ epoch: node.deps.live?.hub.epoch, rows: [{ id: item.id, version }] });
  });

  it('learns the counters of its store once the dashboard has them', async () => {
    const topic = `store:${site('TYO')}`;
    const screen = await open('tokyo', [topic]);
    const item = await depositAt(api.world, site('TYO'));
    const { position } = await happen(api.world, item, statusChanged(1, 2));
    await api.world.settle();
    const counters = await screen.until(
      () => screen.changes.findLast((change) => (change.counters?.position ?? 0) >= position)?.counters,
      'counters',
    );
    expect(counters).toMatchObject({ sent_to_warehouse: 1, total: 1 });
  });

  it('is sent that an item left its stage', async () => {
    const factory = site('FSZ');
    const from = `stage:${factory}:4`;
    const to = `stage:${factory}:5`;
    const item = await depositAt(api.world, site('PAR'));
    await happen(api.world, item, statusChanged(1, 4), custodyMoved(site('PAR'), factory));
    const screen = await open('factory', [from, to]);
    const { version } = await happen(api.world, item, statusChanged(4, 5));
    await screen.rowOf(to, item.id, version);
    expect(
      screen.changes.filter((change) => change.topic === from).flatMap((change) => change.removed ?? []),
    ).toEqual([{ kind: 'item', id: item.id, version }]);
  });

  it('is sent every stage an item hurried through', async () => {
    const factory = site('FSZ');
    const item = await depositAt(api.world, site('PAR'));
    await happen(api.world, item, statusChanged(1, 4), custodyMoved(site('PAR'), factory));
    const screen = await open('factory', [`stage:${factory}:5`]);
    const { version } = await happen(api.world, item, statusChanged(4, 5), statusChanged(5, 6));
    // A hub that was behind when the screen opened may say so of the versions before as well.
    const change = await screen.until(
      () => screen.changes.find((each) => each.removed?.some((gone) => gone.version === version)),
      'removed',
    );
    expect(change).toMatchObject({ rows: [], removed: [{ id: item.id, version }] });
  });

  it('sees of an item what the list call shows its audience', async () => {
    const factory = site('FSZ');
    const item = await depositAt(api.world, site('PAR'));
    const shop = await open('paris', [`item:${item.id}`]);
    const { version } = await happen(
      api.world,
      item,
      statusChanged(1, 4),
      custodyMoved(site('PAR'), factory),
    );
    const operation = await open('factory', [`item:${item.id}`]);
    const scan = await happen(api.world, item, scanned(4, factory));
    const seenByShop = await shop.rowOf(`item:${item.id}`, item.id, scan.version);
    const seenByOperation = await operation.rowOf(`item:${item.id}`, item.id, scan.version);
    expect(version).toBeLessThan(scan.version);
    expect(seenByShop['email']).toContain('@');
    expect(seenByOperation['email']).toBe('');
  });

  it('gets a row once in each of its topics for one command, and none with the counters', async () => {
    const [shop, factory] = [site('PAR'), site('FSZ')];
    const item = await depositAt(api.world, shop);
    const standing = [`store:${shop}`, `site:${factory}`, `stage:${factory}:4`];
    const own = [`rma:${item.rmaId}`, `item:${item.id}`];
    const screen = await open('admin', [...standing, ...own]);
    // A hub that is still at the deposit would read the row ahead and send it again with its own event (decision 22).
    const deposited = await settleHorizon(api.world.pool, api.world.store);
    await screen.until(() => (node.deps.live?.hub.position ?? 0) >= deposited, 'the hub past the deposit');
    const { version, position } = await happen(
      api.world,
      item,
      statusChanged(1, 4),
      custodyMoved(shop, factory),
      scanned(4, factory),
    );
    await screen.rowOf(`item:${item.id}`, item.id, version);
    await api.world.settle();
    const isCounted = (topic: string) => (): boolean =>
      screen.changes.some((change) => change.topic === topic && (change.counters?.position ?? 0) >= position);
    for (const topic of [`store:${shop}`, `site:${factory}`]) await screen.until(isCounted(topic), topic);
    const sent = screen.changes.flatMap(({ topic, rows }) =>
      rows.filter((row) => row.id === item.id && row.version === version).map(() => topic),
    );
    expect(sent).toEqual([...standing, ...own]);
    expect(screen.changes.filter(({ counters, rows }) => counters !== undefined && rows.length > 0)).toEqual(
      [],
    );
  });

  it('gets the rows of a list that one call moved in one frame', async () => {
    const topic = `store:${site('PAR')}`;
    const items = [
      await depositAt(api.world, site('PAR')),
      await depositAt(api.world, site('PAR')),
      await depositAt(api.world, site('PAR')),
    ];
    const ids = items.map(({ id }) => id);
    const screen = await open('paris', [topic]);
    const deposited = await settleHorizon(api.world.pool, api.world.store);
    await screen.until(() => (node.deps.live?.hub.position ?? 0) >= deposited, 'the hub past the deposits');
    const moved = await node.app.inject({
      method: 'PUT',
      url: '/api/rmastatus',
      headers: bearer(tokens.get('paris') ?? ''),
      payload: { ids, rma_status_id: 20, reason: 'The customer changed her mind' },
    });
    expect(moved.json()).toMatchObject({ data: ids.map((id) => ({ id, success: true })) });
    const movedIn = ({ rows }: (typeof screen.changes)[number]) =>
      rows.flatMap((row) => (row['rma_status_id'] === 20 && ids.includes(row.id) ? [row.id] : []));
    const frames = () => screen.changes.map(movedIn).filter((moving) => moving.length > 0);
    await screen.until(() => frames()[0], 'the rows');
    const later = await depositAt(api.world, site('PAR'));
    await screen.rowOf(topic, later.id);
    expect(frames()).toEqual([ids]);
  });

  it('stops hearing of a topic it left', async () => {
    const topic = `store:${site('PAR')}`;
    const screen = await open('paris', [topic]);
    screen.send({ type: 'unsubscribe', topics: [topic] });
    const other = await open('paris', [topic]);
    const item = await depositAt(api.world, site('PAR'));
    await other.rowOf(topic, item.id);
    expect(screen.changes).toEqual([]);
  });

  it('is sent the position every five seconds', async () => {
    const screen = await open('paris', []);
    const beat = await screen.until(
      () => screen.frames.find((frame) => frame.type === 'heartbeat'),
      'a beat',
      6_000,
    );
    expect(beat).toMatchObject({ position: node.deps.live?.hub.position });
  });
});

describe('a topic', () => {
  it.each([
    ['paris', (): string => `store:${site('TYO')}`, 'not_found'],
    ['paris', (): string => `site:${site('PAR')}`, 'not_found'],
    ['paris', (): string => `stage:${site('FSZ')}:4`, 'not_found'],
    ['paris', (): string => 'jobs', 'forbidden'],
    ['factory', (): string => `store:${site('PAR')}`, 'not_found'],
    ['factory', (): string => `site:${site('WHS')}`, 'not_found'],
    ['station', (): string => `stage:${site('FSZ')}:4`, 'forbidden'],
    ['station', (): string => `site:${site('FSZ')}`, 'forbidden'],
    ['paris', (): string => 'item:999999999', 'not_found'],
    ['paris', (): string => 'everything', 'unknown_topic'],
    ['paris', (): string => 'store:0', 'unknown_topic'],
    ['paris', (): string => 'item:99999999999999999', 'unknown_topic'],
  ] as const)('%s may not hear %s: %s', async (name, topic, code) => {
    const screen = await open(name, [topic()]);
    expect(screen.frames).toContainEqual({ type: 'refused', topic: topic(), code });
    expect(screen.frames.some((frame) => frame.type === 'subscribed')).toBe(false);
  });

  it.each([
    [
      'admin',
      (): string[] => [`store:${site('PAR')}`, `site:${site('FSZ')}`, `stage:${site('FSZ')}:4`, 'jobs'],
    ],
    ['factory', (): string[] => [`site:${site('FSZ')}`, `stage:${site('FSZ')}:12`]],
  ] as const)('%s may hear %s', async (name, topics) => {
    const screen = await open(name, topics());
    expect(await screen.frame('subscribed')).toMatchObject({ topics: topics() });
  });

  it('about another shop’s item does not exist', async () => {
    const item = await depositAt(api.world, site('TYO'));
    const screen = await open('paris', [`item:${item.id}`, `rma:${item.rmaId}`]);
    await screen.until(() => screen.frames.filter((frame) => frame.type === 'refused').length === 2);
    expect(screen.frames.flatMap((frame) => (frame.type === 'refused' ? frame.code : []))).toEqual([
      'not_found',
      'not_found',
    ]);
  });

  it('about an item that moved out of sight says "removed" and falls silent', async () => {
    const item = await depositAt(api.world, site('PAR'));
    await happen(api.world, item, statusChanged(1, 4), custodyMoved(site('PAR'), site('FSZ')));
    const screen = await open('factory', [`item:${item.id}`]);
    const { version } = await happen(api.world, item, custodyMoved(site('FSZ'), site('WHS')));
    // What happened before may still come first: the node that tells it reads the log on its own.
    const goneAt = () => screen.changes.findIndex(({ removed = [] }) => removed.length > 0);
    await screen.until(() => goneAt() >= 0, 'the removal');
    const removal = { rows: [], removed: [{ kind: 'item', id: item.id, version }] };
    expect(screen.changes[goneAt()]).toMatchObject(removal);
    await happen(api.world, item, scanned(4, site('WHS')));
    const witness = await open('admin', [`item:${item.id}`]);
    const last = await happen(api.world, item, scanned(4, site('WHS')));
    await witness.rowOf(`item:${item.id}`, item.id, last.version);
    expect(screen.changes.slice(goneAt()).flatMap((each) => each.rows)).toEqual([]);
  });
});

describe('two nodes on one database', () => {
  it('both send every change', async () => {
    const other = await api.node({ live: true });
    const topic = `store:${site('PAR')}`;
    const [here, there] = [await open('paris', [topic]), await open('paris', [topic], other)];
    const items = await Promise.all(Array.from({ length: 10 }, () => depositAt(api.world, site('PAR'))));
    for (const item of items) {
      await here.rowOf(topic, item.id);
      await there.rowOf(topic, item.id);
    }
    await other.close();
    expect(await there.whenClosed()).toMatchObject({ code: 1012 });
  });
});

describe('a package', () => {
  it('is sent to its sender, with its items, and not yet to its receiver', async () => {
    const [par, whs] = [site('PAR'), site('WHS')];
    const item = await depositAt(api.world, par);
    const shop = await open('paris', [`store:${par}`]);
    const warehouse = await open('warehouse', [`site:${whs}`]);
    const answer = await node.app.inject({
      method: 'POST',
      url: '/api/rma/packagelist',
      headers: bearer(tokens.get('paris') ?? ''),
      payload: { rma_item_ids: [item.id], rma_tracking: `LIVE ${item.id}` },
    });
    expect(answer.statusCode).toBe(200);
    const shipmentId: number = answer.json().data.shipment.id;
    const row = await shop.rowOf(`store:${par}`, shipmentId);
    expect(row).toMatchObject({ kind: 'shipment', tracking_no: `LIVE ${item.id}`, state: 'Draft' });
    expect(await shop.rowOf(`store:${par}`, item.id)).toMatchObject({ shipment_id: shipmentId });
    const witness = await open('admin', [`shipment:${shipmentId}`]);
    const { version } = await happen(api.world, item, scanned(2, par));
    await witness.rowOf(`shipment:${shipmentId}`, item.id, version);
    expect(warehouse.changes.flatMap((change) => change.rows)).toEqual([]);
  });
});
