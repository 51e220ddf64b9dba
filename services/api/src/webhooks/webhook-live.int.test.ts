import { afterAll, beforeAll, expect, it } from 'vitest';
import { liveUrl, Screen, ticketFor } from '../live/testing-screen.ts';
import { bearer, openApiWorld, signInAs, type ApiNode, type ApiWorld } from '../testing/testing-api.ts';

let api: ApiWorld;
let node: ApiNode;

beforeAll(async () => {
  api = await openApiWorld();
  node = await api.node({ live: true });
});
afterAll(() => api.close());

it('an open panel learns of a delivery', async () => {
  const admin = await signInAs(node.app, 'admin');
  const made = await node.app.inject({
    method: 'POST',
    url: '/api/webhook/create',
    headers: bearer(admin),
    payload: { name: 'Shop', url: 'https://hooks.example/in', types: ['piece.created'], site_id: null },
  });
  const screen = await listen(admin, ['webhooks:0']);
  const { rows } = await api.world.pool.query<{ id: number }>(
    `insert into webhook_deliveries (webhook_id, message_id, type, position, attempt, outcome, status, ms, answer)
     values ($1, 'msg_1', 'ping', null, 1, 'taken', 204, 3, '') returning id::int`,
    [made.json().data.id],
  );
  const isOurs = (row: { readonly [field: string]: unknown }) =>
    row['kind'] === 'webhook' && row['delivery'] === rows[0]?.id;
  const row = await screen.until(
    () => screen.changes.flatMap((change) => change.rows).find(isOurs),
    'the delivery',
  );
  expect(row.id).toBe(0);
});

it.each(['paris', 'warehouse'] as const)('%s may not follow the endpoints of every site', async (name) => {
  const screen = await listen(await signInAs(node.app, name), ['webhooks:0']);
  const refused = { type: 'refused', topic: 'webhooks:0', code: 'not_found' } as const;
  await screen.until(() => screen.frames.find((frame) => frame.type === 'refused'), 'a refusal');
  expect(screen.frames).toContainEqual(refused);
});

async function listen(token: string, topics: string[]): Promise<Screen> {
  const screen = new Screen(liveUrl(node.app));
  await screen.opened();
  screen.send({ type: 'hello', ticket: await ticketFor(node.app, token) });
  screen.send({ type: 'subscribe', topics });
  return screen;
}
