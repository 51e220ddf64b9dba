import {
  deposit,
  handClock,
  newDeposit,
  sendToWarehouse,
  servicesOf,
} from '@atelier/application/commands/testing-commands.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CONTRACT_MATRIX } from './testing-contract-matrix.ts';
import { openScreen } from './live/testing-screen.ts';
import type { RouteLine } from './route-table.ts';
import { bearer, openApiWorld, signInAs } from './testing-api.ts';
import type { ApiWorld } from './testing-api.ts';
import { sampleOf } from './testing-samples.ts';
import type { Chooser } from './testing-samples.ts';

/**
 * product/reliability.md §22: whoever knows every id of another store gets nothing by it. Each route is asked with Paris's own ids, in inputs made
 * from the route's contract: no byte of Paris's comes back, and nothing of Paris's changes.
 */
const CANARY = 'Kanarienvogel';
const STRANGERS = ['tokyo', 'factory'] as const;

let api: ApiWorld;
let app: FastifyInstance;
let foreign: Foreign;
const tokens = new Map<string, string>();

interface Foreign {
  readonly items: readonly number[];
  readonly rma: number;
  readonly shipment: number;
  readonly tracking: string;
  readonly number: string;
}

beforeAll(async () => {
  api = await openApiWorld();
  ({ app } = await api.node({ live: true }));
  for (const name of STRANGERS) tokens.set(name, await signInAs(app, name));
  foreign = await depositInParis();
});
afterAll(() => api.close());

async function depositInParis(): Promise<Foreign> {
  const services = servicesOf(api.world, handClock(new Date()));
  const make = async (serial: string) => {
    const asked = await newDeposit(api.world, { serial, invoiceNumber: `INV-${CANARY}` });
    const contact = { ...asked.contact, firstName: CANARY, lastName: CANARY, email: `${CANARY}@store.test` };
    return deposit(services, { ...asked, contact });
  };
  const [kept, sent] = [await make(`SN-${CANARY}`), await make(`SN-${CANARY}-2`)];
  await sendToWarehouse(services, [sent.itemId], 'PAR-TRACK-77');
  await api.world.settle();
  const { number } = await api.world.projector
    .selectFrom('item_row')
    .select('number')
    .where('id', '=', kept.itemId)
    .executeTakeFirstOrThrow();
  const { id: shipment } = await api.world.projector
    .selectFrom('shipment_row')
    .select('id')
    .where('tracking_number', '=', 'PAR-TRACK-77')
    .executeTakeFirstOrThrow();
  const items = [kept.itemId, sent.itemId];
  return { items, rma: kept.rmaId, shipment, number, tracking: 'PAR-TRACK-77' };
}

/** What Paris's things are called, by the name of a field; each round puts another of them where an id goes. */
function chooserOf(round: number): Chooser {
  const [kept, sent] = foreign.items;
  const ids = [kept, sent, foreign.rma, foreign.shipment];
  const id = ids[round % ids.length];
  return (field) => {
    if (/tracking/i.test(field)) return foreign.tracking;
    if (/^(rma_id|rmaId)$/.test(field)) return foreign.rma;
    if (/item/i.test(field)) return round % 2 === 0 ? kept : sent;
    if (/(^|_)(id|ids|ID)$/.test(field) || field === 'id') return id;
    if (/^(q|search|code|number)$/.test(field)) {
      // In lower case: an echo of what was asked is no leak.
      return [CANARY.toLowerCase(), foreign.number, `sn-${CANARY.toLowerCase()}`][round % 3];
    }
    if (/site|store|origin/.test(field)) return 1;
    if (field === 'currency') return 'EUR';
    return undefined;
  };
}

const lineOf = (route: RouteLine): string => `${route.method} ${route.url.replace(/^\/api/, '')}`;
const LEFT_OUT = /\/auth\/|\/captcha|\/health|\/metrics|\/openapi|^GET \/live|\/rma\/currenct/;

function routesAsked(): readonly RouteLine[] {
  return app.routeTable.filter(
    (route) => !LEFT_OUT.test(lineOf(route)) && CONTRACT_MATRIX[lineOf(route)] !== 'public',
  );
}

/** Contracts where one of two fields may stand, or that ask for more than a name tells: said by hand. */
function saidByHand(round: number): Readonly<Record<string, object>> {
  const id = foreign.items[round % 2];
  const byPackage = { tracking_no: foreign.tracking };
  return {
    'GET /custody': [{ rma_item_id: id }, byPackage, { site_id: 1 }][round % 3] ?? {},
    'GET /getSignature': round % 2 === 0 ? { rma_item_id: id } : byPackage,
    'GET /rma/duplicates': {
      invoice_no: `inv-${CANARY.toLowerCase()}`,
      serial: `sn-${CANARY.toLowerCase()}`,
    },
    'PUT /rmastatus': { id, rma_status_id: [2, 3, 15, 20][round % 4], reason: 'theirs' },
    'POST /saveSign': { kind: 'courier', ...byPackage, strokes: [[[0.1, 0.1, 1]]] },
    'POST /package/arrival': { ...byPackage, seal_number: 'S', gross_weight: 10 },
    'POST /sav/need_to_transfer': { rma_item_ids: [id], reason: 'theirs' },
  };
}

interface Asked {
  readonly line: string;
  readonly status: number;
  readonly body: string;
  readonly made: boolean;
}

async function ask(route: RouteLine, token: string, round: number): Promise<Asked> {
  const choose = chooserOf(round);
  const said = saidByHand(round)[lineOf(route)];
  const sample = (part: unknown): unknown => (part instanceof z.ZodType ? sampleOf(part, choose) : {});
  const [query, body] =
    said === undefined
      ? [sample(route.schema?.querystring), sample(route.schema?.body)]
      : [route.method === 'GET' ? said : {}, said];
  const path = route.url.replaceAll(/:(\w+)/g, (_, name: string) => String(choose(name) ?? 'x'));
  const search = new URLSearchParams(
    Object.entries(query ?? {}).map(([key, value]): [string, string] => [key, String(value)]),
  );
  const method = z.enum(['GET', 'POST', 'PUT', 'DELETE']).parse(route.method);
  const answer = await app.inject({
    method,
    url: `${path}?${search.toString()}`,
    headers: bearer(token),
    ...(method !== 'GET' && { payload: body ?? {} }),
  });
  const made = query !== undefined && (method === 'GET' || body !== undefined);
  return { line: lineOf(route), status: answer.statusCode, body: answer.body, made };
}

const versionsOf = async (): Promise<Record<string, number>> => {
  const { rows } = await api.world.pool.query(
    `select stream_id, version from streams where stream_id = any ($1)`,
    [[...foreign.items.map((id) => `item-${id}`), `rma-${foreign.rma}`, `shipment-${foreign.shipment}`]],
  );
  return Object.fromEntries(rows.map(({ stream_id, version }) => [stream_id, version]));
};

describe.each(STRANGERS)('%s, who knows every id of Paris,', (name) => {
  it('reads no byte of Paris’s and changes nothing, by any route', { timeout: 120_000 }, async () => {
    const before = await versionsOf();
    expect(Object.keys(before)).toHaveLength(4);
    const routes = routesAsked();
    const unmade = new Set(routes.map(lineOf));
    const leaks: string[] = [];
    for (const route of routes) {
      for (let round = 0; round < 4; round += 1) {
        const { line, status, body, made } = await ask(route, tokens.get(name) ?? '', round);
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
