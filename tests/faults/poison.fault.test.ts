import type { DomainEvent } from '@atelier/event-store/types.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, must, signIn } from './support/caller.ts';
import { openScreen, type OpenScreen } from './support/open-screen.ts';
import { first, openSite, type Site } from './support/site.ts';
import { until } from './support/until.ts';

/**
 * product/reliability.md §15 with whole processes: an event that no projection can read sets its own piece aside and
 * nothing else: the rest of the dashboard goes on, screens go on, and health says what was set aside.
 */
const WAREHOUSE = 20;

let site: Site;
let warehouse: string;
let screen: OpenScreen;
let bad: number;
let good: number;
const url = (): string => first(site.apis).url;
const get = (path: string) => ask(url(), warehouse, { method: 'GET', path });
const move = async (id: number, target: number): Promise<void> => {
  const body = { id, rma_status_id: target };
  must({ answer: await ask(url(), warehouse, { method: 'PUT', path: '/rmastatus', body }), failures: 0 });
};
const inFactory = async (): Promise<number> =>
  (must({ answer: await get('/dashboard/stats'), failures: 0 }).data as { in_factory: number }).in_factory;

beforeAll(async () => {
  site = await openSite();
  [bad = 0, good = 0] = await site.sentPieces(2, 'OUT-1');
  warehouse = await signIn(url(), 'warehouse');
  screen = openScreen(url, warehouse, `site:${WAREHOUSE}`);
  await until('the screen to be live', () => screen.state() === 'live');
});

afterAll(async () => {
  screen?.close();
  await site?.close();
});

/** As a program with a mistake would have written it. */
async function poison(itemId: number): Promise<void> {
  const { store } = site.world;
  const streamId = `item-${itemId}`;
  const { version } = await store.readStream(streamId);
  const event: DomainEvent = {
    type: 'ItemStatusChanged',
    data: {
      from: 3,
      to: 4,
      move: 'forward',
      reason: null,
      enteredAt: 'not a time',
      at: new Date().toISOString(),
      by: { userId: 1, workerId: null },
      siteId: WAREHOUSE,
      runId: null,
    },
  };
  const metadata = {
    actor: { id: 'test', kind: 'system' },
    commandId: crypto.randomUUID(),
    occurredAt: new Date().toISOString(),
  } as const;
  await store.append({ streams: [{ streamId, expectedVersion: version, events: [event] }], metadata });
}

test('a poison event stops its own piece; dashboards, lists and screens go on', async () => {
  await move(bad, 3);
  await until('the dashboard to count the first piece', async () => (await inFactory()) === 1);
  await poison(bad);
  await move(good, 3);
  await until('the dashboard to count the other piece', async () => (await inFactory()) === 2);
  await until('the screen to show the other piece', () => screen.shown.get(good)?.['rma_status_id'] === 3);
  await move(good, 4);
  await until('the screen to go on', () => screen.shown.get(good)?.['rma_status_id'] === 4);
  expect((await get('/operationrma?page_size=50')).status).toBe(200);
});

test('health names how much was set aside, and the node stays ready', async () => {
  const parked = await until('health to tell', async () => {
    const { status, body } = await get('/health/ready');
    const { projections } = body.data as { projections: readonly { name: string; parked: number }[] };
    return status === 200 && projections.find(({ name, parked }) => name === 'dashboard' && parked > 0);
  });
  expect(parked).toMatchObject({ name: 'dashboard', parked: 1 });
});
