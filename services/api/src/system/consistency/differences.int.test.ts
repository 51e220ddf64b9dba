import { noteDifference, noteRepair } from '@atelier/application/read-models/consistency/note-difference.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  bearer,
  openApiWorld,
  signInAs,
  testMetadata,
  type ApiNode,
  type ApiWorld,
} from '../../testing/testing-api.ts';

let api: ApiWorld;
let node: ApiNode;
beforeAll(async () => {
  api = await openApiWorld();
  node = await api.node();
});
afterAll(() => api.close());

it('shows differences to accounts that may see the system, and counts them for the scraper', async () => {
  const services = { store: api.world.store, clock: node.deps.clock, metadata: testMetadata };
  const place = { streamId: 'item-5', version: 3, position: 17 };
  const gone = { table: 'item_row', key: 'id=5', kind: 'changed', columns: ['status'], ...place } as const;
  await noteRepair(services, await noteDifference(services, gone), 'rewritten');
  const broken = { table: 'streams', key: 'stream_id=item-5', kind: 'log', columns: [], ...place } as const;
  await noteDifference(services, broken);
  const headers = bearer(await signInAs(node.app, 'admin'));
  const jobs = await node.app.inject({ method: 'GET', url: '/api/jobs', headers });
  const rows = jobs.json().data as { what: string }[];
  expect(rows.filter(({ what }) => what === 'consistency')).toMatchObject([{ at: null, open: 1, found: 2 }]);
  expect(rows.filter(({ what }) => what === 'difference')).toMatchObject([
    { table: 'streams', difference: 'log', repaired_at: null },
    { table: 'item_row', key: 'id=5', difference: 'changed', columns: ['status'], stream_id: 'item-5' },
  ]);
  const paris = bearer(await signInAs(node.app, 'paris'));
  expect((await node.app.inject({ method: 'GET', url: '/api/jobs', headers: paris })).statusCode).toBe(403);
  const metrics = await node.app.inject({ method: 'GET', url: '/api/metrics' });
  expect(metrics.body).toContain('atelier_consistency_differences{table="item_row",stage="repaired"} 1');
  expect(metrics.body).toContain('atelier_consistency_differences{table="streams",stage="open"} 1');
});
