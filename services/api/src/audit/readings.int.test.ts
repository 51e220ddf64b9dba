import { feedEntry } from '@atelier/contracts/audit/feed-schema.ts';
import { READING_SPAN_MS } from '@atelier/domain/audit/reading.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CONTRACT_MATRIX } from '../testing/testing-contract-matrix.ts';
import {
  TestClock,
  bearer,
  openApiWorld,
  signInAs,
  type ApiNode,
  type ApiWorld,
  type PersonName,
} from '../testing/testing-api.ts';
import { Calls } from '../testing/testing-calls.ts';
import { signInPeople } from '../testing/testing-people.ts';

let api: ApiWorld;
let node: ApiNode;
let calls: Calls;
let clock: TestClock;
let itemId: number;
beforeAll(async () => {
  api = await openApiWorld();
  clock = new TestClock();
  node = await api.node({ clock });
  const people = await signInPeople(node.app, ['paris', 'warehouse', 'admin', 'auditor']);
  calls = new Calls(api, node.app, people.call);
  itemId = await calls.deposited();
});
afterAll(() => api.close());

/** What was read, by whom, the oldest first. */
async function readings(): Promise<readonly string[]> {
  await api.world.settle();
  const reply = await calls.call('admin', 'GET', '/audit/feed?kind=reading&page_size=200');
  const entries = z.array(feedEntry).parse(reply.data);
  return entries.toReversed().map(({ actor_id: id, subject }) => `${id} ${subject ?? ''}`);
}
const read = async (who: PersonName, path: string) =>
  expect((await calls.call(who, 'GET', path)).status, path).toBe(200);

describe('readings of personal data', () => {
  it('are events when an auditor reads, once per sign-in, subject and quarter of an hour', async () => {
    const { auditor } = api.users;
    const { number } = await calls.rowOf('paris', itemId);
    const rma = await calls.rmaOf(itemId);
    for (let turn = 0; turn < 2; turn += 1) {
      await read('auditor', `/rma/item?rma_item_id=${itemId}`);
      await read('auditor', `/rma/history?rma_item_id=${itemId}`);
      await read('auditor', `/rma/${rma}`);
      await read('auditor', '/operationrma');
    }
    const first = await readings();
    expect(first.filter((each) => each === `${auditor} ${number}`)).toHaveLength(1);
    expect(first).toHaveLength(3);
    clock.advance(READING_SPAN_MS);
    await read('auditor', `/rma/item?rma_item_id=${itemId}`);
    expect(await readings()).toHaveLength(4);
  });

  it('are one event, whichever node shows it', async () => {
    clock.advance(READING_SPAN_MS);
    const before = (await readings()).length;
    const other = await api.node({ clock });
    const token = await signInAs(node.app, 'auditor');
    for (const { app } of [node, other])
      await app.inject({ url: `/api/rma/item?rma_item_id=${itemId}`, headers: bearer(token) });
    expect(await readings()).toHaveLength(before + 1);
  });

  it('are recorded for accounts that replay, not for shops, warehouses or administrators', async () => {
    const before = (await readings()).length;
    for (const who of ['paris', 'warehouse', 'admin'] as const)
      await calls.call(who, 'GET', `/rma/item?rma_item_id=${itemId}`);
    expect(await readings()).toHaveLength(before);
    await read('admin', `/audit/replay?subject=item-${itemId}`);
    await read('admin', '/audit/replay?subject=config');
    expect(await readings()).toHaveLength(before + 1);
  });

  it('are none where nothing was shown', async () => {
    const before = (await readings()).length;
    await calls.call('auditor', 'GET', '/rma/item?rma_item_id=99999999');
    await calls.call('auditor', 'GET', '/audit/replay?subject=item-99999999');
    expect(await readings()).toHaveLength(before);
  });
});

/** What an auditor may send: their own sign-in, views, files and printed papers, what only compares or computes, and reviews of unusual events. */
const OWN =
  /^(POST|PUT|DELETE) \/(auth\/|live\/ticket|views|excel|export|audit\/export|audit\/verify|audit\/unusual\/review|privacy\/retention\/preview|log|rma\/label|get_rma_by_tracking_no|trackingrma)/;

describe('an auditor', () => {
  it('is refused every call that changes something', async () => {
    const token = await signInAs(node.app, 'auditor');
    const sent = changing(node.app).filter((line) => CONTRACT_MATRIX[line] !== 'public' && !OWN.test(line));
    expect(sent.length).toBeGreaterThan(60);
    // The sign-in is an event itself.
    await api.world.settle();
    const before = await api.world.store.readHorizon();
    const admitted: string[] = [];
    for (const line of sent) {
      const [method = '', path = ''] = line.split(' ');
      const url = `/api${path.replace(/:\w+/g, '1')}`;
      const asked = { method: method as 'POST', url, headers: bearer(token), payload: {} };
      const { statusCode } = await node.app.inject(asked);
      if (statusCode !== 403) admitted.push(`${line}: ${statusCode}`);
    }
    expect(admitted).toEqual([]);
    await api.world.settle();
    expect((await api.world.store.readHorizon()).position).toBe(before.position);
  });
});

const changing = (app: FastifyInstance): readonly string[] =>
  app.routeTable
    .filter(({ method }) => method !== 'GET' && method !== 'HEAD')
    .map(({ method, url }) => `${method} ${url.replace(/^\/api/, '')}`);
