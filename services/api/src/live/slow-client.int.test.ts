import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApiWorld, signInAs, type ApiNode, type ApiWorld } from '../testing/testing-api.ts';
import { depositAt, happen, scanned, type TestItem } from './testing-items.ts';
import { openScreen } from './testing-screen.ts';

const ITEMS = 60;
const ROUNDS = 120;

let api: ApiWorld;
let node: ApiNode;

beforeAll(async () => {
  api = await openApiWorld();
  node = await api.node({ live: true });
});
afterAll(() => api.close());

const cuts = async (): Promise<number> => {
  const { values } = await node.deps.metrics.liveCuts.get();
  return values.find(({ labels }) => labels.why === 'slow')?.value ?? 0;
};

/** product/reliability.md §8: a screen that stops reading is cut off; other screens are not affected. */
it('cuts a screen that does not read; another one gets every frame', async () => {
  const par = api.sites.get('PAR') ?? 0;
  const items = await Promise.all(Array.from({ length: ITEMS }, () => depositAt(api.world, par)));
  const admin = await signInAs(node.app, 'admin');
  const everything = [
    `store:${par}`,
    `site:${par}`,
    `stage:${par}:1`,
    ...items.map(({ id }) => `item:${id}`),
  ];
  const stopped = await openScreen(node.app, admin, everything.slice(0, 100));
  stopped.socket.pause();
  const paris = await signInAs(node.app, 'paris');
  const healthy = await openScreen(node.app, paris, [`store:${par}`]);

  for (let round = 0; round < ROUNDS; round += 1) {
    const last = await scanAll(items, par);
    await healthy.rowOf(`store:${par}`, last.id, last.version);
    healthy.frames.length = 0;
    if ((await cuts()) > 0 && round > 20) break;
  }

  expect(await cuts()).toBe(1);
  // It reads not even its close code, so it is dropped when the patience for that is over.
  await expect.poll(() => [...(node.deps.live?.hub.connections ?? [])]).toHaveLength(1);
  expect(healthy.closed).toBeUndefined();
  stopped.socket.terminate();
  healthy.socket.terminate();
});

async function scanAll(items: readonly TestItem[], siteId: number) {
  const done = await Promise.all(items.map((item) => happen(api.world, item, scanned(1, siteId))));
  return { id: items.at(-1)?.id ?? 0, version: done.at(-1)?.version ?? 0 };
}
