import {
  deposit,
  handClock,
  newDeposit,
  repairAndReturn,
  sendToWarehouse,
  servicesOf,
} from '@atelier/application/commands/testing-commands.ts';
import type { NewItem } from '@atelier/application/deposit/deposit.commands.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { RouteLine } from '../http/route-table.ts';
import { bearer, type ApiWorld } from './testing-api.ts';
import { OUT_OF_WARRANTY } from './testing-calls.ts';
import { sampleOf, type Chooser } from './testing-samples.ts';

/** The name of Paris's client, and what their serial and invoice numbers carry. */
export const CANARY = 'Kanarienvogel';

/** What there is of that client, by every name a route could be asked with. */
export interface CanaryIds {
  readonly items: readonly number[];
  readonly rma: number;
  readonly shipment: number;
  readonly tracking: string;
  readonly number: string;
  /** Their record in the register, and an order of theirs. */
  readonly customer: number;
  readonly order: string;
}

/** Inputs to ask a route with: each puts another of the ids where one goes. */
export const CANARY_ROUNDS = 5;

/**
 * Three pieces of one client at Paris: one at the shop with a fee, one under way to the warehouse, one back to be handed over. And their
 * record in the register with an order.
 */
export async function depositInParis(api: ApiWorld): Promise<CanaryIds> {
  const services = servicesOf(api.world, handClock(new Date()));
  const make = async (serial: string, item: Partial<NewItem> = {}) => {
    const asked = await newDeposit(api.world, { serial, invoiceNumber: `INV-${CANARY}`, ...item });
    const contact = { ...asked.contact, firstName: CANARY, lastName: CANARY, email: `${CANARY}@store.test` };
    return deposit(services, { ...asked, contact });
  };
  const kept = await make(`SN-${CANARY}`, OUT_OF_WARRANTY);
  const [sent, back] = [await make(`SN-${CANARY}-2`), await make(`SN-${CANARY}-3`)];
  await sendToWarehouse(services, [back.itemId], 'PAR-TRACK-76');
  await repairAndReturn(services, back.itemId, 'PAR-TRACK-78');
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
  const items = [kept.itemId, sent.itemId, back.itemId];
  const known = await putInRegister(api);
  return { items, rma: kept.rmaId, shipment, number, tracking: 'PAR-TRACK-77', ...known };
}

/** Gives the client's name to a customer whom Paris alone knows and has sold something. */
async function putInRegister({ world }: ApiWorld): Promise<Pick<CanaryIds, 'customer' | 'order'>> {
  const owner = createPool({ connectionString: world.database.adminUrl, role: 'owner', max: 1 });
  try {
    const { rows } = await owner.query<{ id: number; order_number: string }>(
      `update customers c
          set firstname = $1, lastname = $1, email = lower($1) || '@store.test',
              name_key = lower($1), family_key = lower($1)
         from sales_orders o
        where o.customer_id = c.id and o.site_id = 1
          and c.id = (select m.customer_id from customer_sites m
                       where exists (select 1 from sales_orders s
                                      where s.customer_id = m.customer_id and s.site_id = 1)
                       group by m.customer_id having array_agg(m.site_id) = array[1]::int[]
                       order by 1 limit 1)
        returning c.id, o.order_number`,
      [CANARY],
    );
    const [found] = rows;
    if (found === undefined) throw new Error('Paris has no customer of its own');
    return { customer: found.id, order: found.order_number };
  } finally {
    await owner.end();
  }
}

/** What Paris's things are called, by the name of a field; each round puts another of them where an id goes. */
function chooserOf(ids: CanaryIds, round: number): Chooser {
  const every = [...ids.items, ids.rma, ids.shipment];
  const id = every[round % every.length];
  return (field) => {
    if (/tracking/i.test(field)) return ids.tracking;
    if (field === 'customer_id') return ids.customer;
    if (/^(rma_id|rmaId)$/.test(field)) return ids.rma;
    if (/item/i.test(field)) return ids.items[round % ids.items.length];
    if (/(^|_)(id|ids|ID)$/.test(field) || field === 'id') return id;
    if (field === 'keyword') return [CANARY.toLowerCase(), ids.order][round % 2];
    if (/^(q|search|code|number)$/.test(field)) {
      // In lower case: an echo of what was asked is no leak.
      return [CANARY.toLowerCase(), ids.number, `sn-${CANARY.toLowerCase()}`][round % 3];
    }
    if (/site|store|origin/.test(field)) return 1;
    if (field === 'currency') return 'EUR';
    return undefined;
  };
}

/** `GET /rma/:id`, as the contract matrix has it. */
export const lineOf = (route: RouteLine): string => `${route.method} ${route.url.replace(/^\/api/, '')}`;

/** Contracts where one of two fields may stand, or that ask for more than a name tells: said by hand. */
function saidByHand(ids: CanaryIds, round: number): Readonly<Record<string, object>> {
  const id = ids.items[round % ids.items.length];
  const byPackage = { tracking_no: ids.tracking };
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
    'POST /rma/measure': { rma_item_id: id, weight: 3.2 },
    'POST /rma/weight/explain': { rma_item_id: id, weighing: 1, explanation: 'scale' },
    'POST /rma/parts': { rma_item_id: id, lines: [{ kind: 'stone', code: 'RD-1', pieces: 1 }] },
    'POST /sav/need_to_transfer': { rma_item_ids: [id], reason: 'theirs' },
  };
}

/** What came back from one route; not `made` when its contract took no such input. */
export interface Asked {
  readonly line: string;
  readonly status: number;
  readonly body: string;
  readonly made: boolean;
}

interface Question {
  readonly route: RouteLine;
  readonly token: string;
  readonly ids: CanaryIds;
  /** Each round puts another of the ids where one goes; `CANARY_ROUNDS` of them try all. */
  readonly round: number;
}

interface CanaryRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly payload?: object;
  /** Whether the route's contract took such an input. */
  readonly made: boolean;
}

/** A request to one route with the client's ids, in an input made from the route's own contract. */
export function requestOf({ route, ids, round }: Omit<Question, 'token'>): CanaryRequest {
  const choose = chooserOf(ids, round);
  const said = saidByHand(ids, round)[lineOf(route)];
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
  const made = query !== undefined && (method === 'GET' || body !== undefined);
  const url = `${path}?${search.toString()}`;
  return { method, url, made, ...(method !== 'GET' && { payload: body ?? {} }) };
}

/** Sends that request. */
export async function ask(app: FastifyInstance, { token, ...question }: Question): Promise<Asked> {
  const { made, ...request } = requestOf(question);
  const answer = await app.inject({ ...request, headers: bearer(token) });
  return { line: lineOf(question.route), status: answer.statusCode, body: answer.body, made };
}
