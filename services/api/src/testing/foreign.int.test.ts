import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTRACT_MATRIX } from './testing-contract-matrix.ts';
import { openScreen } from '../live/testing-screen.ts';
import type { RouteLine } from '../http/route-table.ts';
import { openApiWorld, signInAs, type ApiWorld } from './testing-api.ts';
import { ask, CANARY, CANARY_ROUNDS, depositInParis, lineOf, type CanaryIds } from './testing-canary.ts';

/**
 * product/reliability.md §22: knowing every id of another store gives no access. Each route is asked with Paris's own ids, in inputs made
 * from the route's contract: no byte of Paris's comes back, and nothing of Paris's changes.
 */
const STRANGERS = ['tokyo', 'factory'] as const;

let api: ApiWorld;
let app: FastifyInstance;
let foreign: CanaryIds;
const tokens = new Map<string, string>();

beforeAll(async () => {
  api = await openApiWorld();
  ({ app } = await api.node({ live: true }));
  for (const name of STRANGERS) tokens.set(name, await signInAs(app, name));
  foreign = await depositInParis(api);
});
afterAll(() => api.close());

const LEFT_OUT = /\/auth\/|\/captcha|\/health|\/metrics|\/openapi|^GET \/live|\/rma\/currenct/;

function routesAsked(): readonly RouteLine[] {
  return app.routeTable.filter(
    (route) => !LEFT_OUT.test(lineOf(route)) && CONTRACT_MATRIX[lineOf(route)] !== 'public',
  );
}

const versionsOf = async (): Promise<Record<string, number>> => {
  const { rows } = await api.world.pool.query(
    `select stream_id, version from streams where stream_id = any ($1)`,
    [[...foreign.items.map((id) => `item-${id}`), `rma-${foreign.rma}`, `shipment-${foreign.shipment}`]],
  );
  return Object.fromEntries(rows.map(({ stream_id, version }) => [stream_id, version]));
};

describe.each(STRANGERS)('%s, who knows every id of Paris,', (name) => {
  it('reads no byte of Paris’s and changes nothing, by any route', async () => {
    const before = await versionsOf();
    expect(Object.keys(before)).toHaveLength(5);
    const routes = routesAsked();
    const unmade = new Set(routes.map(lineOf));
    const leaks: string[] = [];
    for (const route of routes) {
      for (let round = 0; round < CANARY_ROUNDS; round += 1) {
        const { line, status, body, made } = await ask(app, {
          route,
          token: tokens.get(name) ?? '',
          ids: foreign,
          round,
        });
        if (made) unmade.delete(line);
        if (body.includes(CANARY) || status >= 500)
          leaks.push(`${line} (${round}) ${status}: ${body.slice(0, 200)}`);
      }
    }
    expect(leaks).toEqual([]);
    expect(await versionsOf()).toEqual(before);
    // Inputs that the contract itself refuses prove nothing: nearly every route must have been asked in earnest.
    expect(unmade.size / routes.length).toBeLessThan(0.06);
  });

  it('listens to nothing of Paris’s', async () => {
    const screen = await openScreen(app, tokens.get(name) ?? '', []);
    const [kept, sent] = foreign.items;
    const topics = [
      'store:1',
      `item:${kept}`,
      `item:${sent}`,
      `rma:${foreign.rma}`,
      `shipment:${foreign.shipment}`,
    ];
    screen.send({ type: 'subscribe', topics });
    const refused = () => screen.frames.filter((frame) => frame.type === 'refused');
    await screen.until(() => refused().length === topics.length, 'five refusals');
    expect(JSON.stringify(screen.frames)).not.toContain(CANARY);
    screen.socket.close();
  });
});
