import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerFrame } from '@atelier/domain/live/contract.ts';
import { Status, type StatusId } from '@atelier/domain/shared/status.ts';
import { seeded } from '@atelier/application/projections/testing-histories.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import {
  openApiWorld,
  signInAs,
  type ApiNode,
  type ApiWorld,
  type PersonName,
} from '../testing/testing-api.ts';
import {
  custodyMoved,
  depositAt,
  happen,
  scanned,
  statusChanged,
  type TestItem,
  type Written,
} from './testing-items.ts';
import { TopicModel, readTruth, standsIn, type TrueItem } from './testing-model.ts';
import { Screen, liveUrl, ticketFor } from './testing-screen.ts';

/** product/reliability.md §7: screens that are cut at random, on two nodes of which one is restarted, see no gap and nothing forbidden. */
const CLIENTS = 200;
const ITEMS = 40;
const RUN_MS = 12_000;
const STATUSES: readonly StatusId[] = [
  Status.SentToWarehouse,
  Status.ReceiveFromShop,
  Status.RepairProcess,
  Status.RepairPolish,
  Status.RepairQC,
];

const placed = z.object({
  rma_id: z.number(),
  store_id: z.number(),
  status: z.number(),
  visible_sites: z.array(z.number()),
});

let api: ApiWorld;
let nodes: ApiNode[] = [];
const random = seeded(20_261_120);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
/** What each version of each item was, for judging what a screen was sent. */
const versions = new Map<string, TrueItem>();

beforeAll(async () => {
  api = await openApiWorld();
  nodes = [await api.node({ live: true }), await api.node({ live: true })];
});
afterAll(() => api.close());

/** One person's window over its whole life: many connections, one state. */
class Client {
  readonly models: readonly TopicModel[];
  /** Rows older than one shown before on the same connection: there must be none. */
  readonly backwards: string[] = [];
  readonly #shown = new Map<string, number>();
  /** Every row it was ever shown: topic, item and version. */
  readonly received = new Set<string>();
  readonly name: PersonName;
  readonly #token: string;
  readonly #pending: Promise<void>[] = [];
  #screen: Screen | undefined;
  #cursor: { epoch: string; position: number } | undefined;
  #fresh: boolean;
  connections = 0;

  constructor(name: PersonName, token: string, topics: readonly string[]) {
    this.name = name;
    this.#token = token;
    this.models = topics.map((topic) => new TopicModel(topic));
    this.#fresh = true;
  }

  async connect(): Promise<void> {
    for (;;) {
      try {
        return await this.#connectTo(pick(nodes));
      } catch {
        await sleep(50);
      }
    }
  }

  cut(): void {
    this.#screen?.socket.terminate();
  }

  /** Everything that was to be read again has been. */
  async settled(): Promise<void> {
    await Promise.all(this.#pending);
  }

  async #connectTo(node: ApiNode): Promise<void> {
    const ticket = await ticketFor(node.app, this.#token);
    const screen = new Screen(liveUrl(node.app));
    await screen.opened();
    this.connections += 1;
    this.#screen?.socket.terminate();
    this.#screen = screen;
    this.#shown.clear();
    screen.socket.on('message', (data: Buffer) => {
      if (this.#screen === screen) this.#take(JSON.parse(data.toString()));
    });
    screen.send({ type: 'hello', ticket, ...(this.#cursor && { cursor: this.#cursor }) });
    const welcome = await screen.frame('welcome');
    this.#cursor ??= { epoch: welcome.epoch, position: welcome.position };
    screen.send({ type: 'subscribe', topics: this.models.map(({ topic }) => topic) });
    await screen.frame('subscribed');
  }

  #take(frame: ServerFrame): void {
    if (frame.type === 'change') {
      this.#note(frame);
      this.models.find(({ topic }) => topic === frame.topic)?.apply(frame);
      if (this.#cursor !== undefined && frame.position > this.#cursor.position) {
        this.#cursor = { epoch: frame.epoch, position: frame.position };
      }
    }
    if (frame.type === 'resync') this.#read();
    if (frame.type === 'subscribed' && this.#fresh) {
      this.#fresh = false;
      this.#read();
    }
  }

  #read(): void {
    this.#pending.push(
      readTruth(api.world).then((items) => this.models.forEach((model) => model.read(items))),
    );
  }

  #note(frame: Extract<ServerFrame, { type: 'change' }>): void {
    for (const { id, version } of frame.rows) {
      const key = `${frame.topic} ${id}`;
      const before = this.#shown.get(key) ?? 0;
      if (version < before) this.backwards.push(`${this.name} ${key}: ${version} after ${before}`);
      this.#shown.set(key, version);
      this.received.add(`${key}/${version}`);
    }
  }
}

const site = (code: string): number => api.sites.get(code) ?? 0;

function topicsFor(name: PersonName, items: readonly TestItem[]): string[] {
  const mine = items.filter(({ storeId }) => storeId === site(name === 'paris' ? 'PAR' : 'TYO'));
  const [fsz, par] = [site('FSZ'), site('PAR')];
  if (name === 'tokyo') return [`store:${site('TYO')}`];
  if (name === 'admin') return [`store:${par}`, `site:${site('WHS')}`];
  if (name === 'factory') {
    return pick([
      [`stage:${fsz}:4`],
      [`stage:${fsz}:5`, `stage:${fsz}:6`],
      [`site:${fsz}`, `stage:${fsz}:3`],
    ]);
  }
  return random() < 0.5
    ? [`store:${par}`]
    : [`store:${par}`, `item:${pick(mine).id}`, `rma:${pick(mine).rmaId}`];
}

function note({ id }: TestItem, { version, row }: Written): void {
  const { rma_id, store_id, status, visible_sites } = row;
  versions.set(`${id}/${version}`, {
    id,
    version,
    ...placed.parse({ rma_id, store_id, status, visible_sites }),
  });
}

/** Rows that were shown in a topic they did not stand in, at the version shown. */
function forbiddenTo({ received, name }: Client): string[] {
  return [...received]
    .filter((line) => {
      const [topic = '', key = ''] = line.split(' ');
      const was = versions.get(key);
      return was === undefined || !standsIn(topic, was);
    })
    .map((line) => `${name} was shown ${line}`);
}

/** Whatever may happen to an item, one thing after the other per item. */
async function live(item: TestItem, until: number): Promise<void> {
  const places = [site('PAR'), site('FSZ'), site('WHS'), site('TYO')];
  let status: StatusId = Status.Created;
  let place = item.storeId;
  while (performance.now() < until) {
    const dice = random();
    if (dice < 0.5) {
      const next = pick(STATUSES);
      note(item, await happen(api.world, item, statusChanged(status, next)));
      status = next;
    } else if (dice < 0.8) {
      const next = pick(places);
      note(item, await happen(api.world, item, custodyMoved(place, next)));
      place = next;
    } else note(item, await happen(api.world, item, scanned(status, place)));
    await sleep(random() * 300);
  }
}

async function cutAtRandom(clients: readonly Client[], until: number): Promise<void> {
  const coming: Promise<void>[] = [];
  while (performance.now() < until) {
    const client = pick(clients);
    client.cut();
    coming.push(sleep(random() * 400).then(() => client.connect()));
    await sleep(30);
  }
  await Promise.all(coming);
}

/** Half way, one node goes down in order and another takes its place. */
async function restartOne(clients: readonly Client[]): Promise<void> {
  await sleep(RUN_MS / 2);
  const [staying, leaving] = nodes;
  if (staying === undefined || leaving === undefined) throw new Error('two nodes were expected');
  nodes = [staying];
  await leaving.close();
  nodes = [staying, await api.node({ live: true })];
  await Promise.all(clients.map((client) => client.connect()));
}

it('sees no gap, nothing old after new, and nothing forbidden', async () => {
  const items = await Promise.all(
    Array.from({ length: ITEMS }, (_, index) => depositAt(api.world, site(index % 2 === 0 ? 'PAR' : 'TYO'))),
  );
  for (const item of items) note(item, await happen(api.world, item, scanned(1, item.storeId)));
  const clients = await openClients(items);
  const until = performance.now() + RUN_MS;
  const lives = items.map((item) => live(item, until));
  const [first] = nodes;
  await Promise.all([
    ...lives,
    cutAtRandom(clients, until),
    restartOne(clients.filter((_, i) => i % 7 === 0)),
  ]);
  await Promise.all(clients.map((client) => client.connect()));
  await sleep(1_500);
  await Promise.all(clients.map((client) => client.settled()));
  expect(first?.deps.live?.hub.connections.size).toBeGreaterThan(0);
  const truth = await readTruth(api.world);
  const gaps = clients.flatMap((client) => client.models.flatMap((model) => gapsOf(model, truth)));
  expect(gaps).toEqual([]);
  expect(clients.flatMap(forbiddenTo)).toEqual([]);
  expect(clients.flatMap(({ backwards }) => backwards)).toEqual([]);
  expect(clients.reduce((sum, client) => sum + client.connections, 0)).toBeGreaterThan(CLIENTS * 2);
  clients.forEach((client) => client.cut());
});

async function openClients(items: readonly TestItem[]): Promise<readonly Client[]> {
  const names = ['paris', 'tokyo', 'factory', 'admin'] as const;
  const clients: Client[] = [];
  let token = '';
  for (let index = 0; index < CLIENTS; index += 1) {
    const name = names[Math.floor(index / 20) % names.length] ?? 'paris';
    const [node] = nodes;
    if (index % 20 === 0 && node !== undefined) token = await signInAs(node.app, name);
    clients.push(new Client(name, token, topicsFor(name, items)));
  }
  await Promise.all(clients.map((client) => client.connect()));
  return clients;
}

/** Where a screen and the read model differ: rows missing, too old, or lingering. */
function gapsOf(model: TopicModel, truth: readonly TrueItem[]): string[] {
  const expected = new Map(
    truth.filter((item) => standsIn(model.topic, item)).map((item) => [item.id, item.version]),
  );
  const wrong = [...expected].filter(([id, version]) => model.held.get(id) !== version);
  const lingering = [...model.held.keys()].filter((id) => !expected.has(id));
  return [
    ...wrong.map(([id, version]) => `${model.topic}: ${id} is ${version}, shown ${model.held.get(id)}`),
    ...lingering.map((id) => `${model.topic}: ${id} lingers`),
  ];
}
