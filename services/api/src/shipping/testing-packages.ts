import { anySku, keptPicture, PAR } from '@atelier/store/commands/testing-journey.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import type { FastifyInstance } from 'fastify';
import { bearer, openApiWorld, signInAs } from '../testing-api.ts';
import type { ApiWorld, PersonName } from '../testing-api.ts';

/** A world over HTTP in which pieces are deposited, packed and sent, for the tests of packages. */
export interface PackageWorld {
  readonly api: ApiWorld;
  readonly app: FastifyInstance;
  readonly call: Call;
  readonly deposit: (more?: Partial<Depositing>) => Promise<Deposited>;
  /** Binds pieces to a number. */
  readonly pack: (items: readonly number[], tracking: string, more?: object, who?: PersonName) => Answer;
  readonly sign: (tracking: string, who?: PersonName) => Answer;
  /** From the counter to the warehouse's 13. */
  readonly repaired: (more?: Partial<Depositing>) => Promise<Deposited>;
  /** Not in any price list of Paris any more. */
  readonly unlisted: (sku: string) => Promise<void>;
  readonly sku: string;
}

export interface Deposited {
  readonly itemId: number;
  readonly number: string;
}

interface Depositing {
  readonly country: string;
  readonly lastname: string;
}

interface Answered {
  readonly status: number;
  readonly code: string | number;
  // oxlint-disable-next-line typescript/no-explicit-any -- what the test then looks into
  readonly data: any;
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  readonly body: any;
}
type Answer = Promise<Answered>;
type Call = (
  who: PersonName,
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  payload?: object,
  headers?: Record<string, string>,
) => Answer;

export const STROKES = [
  [
    [0.1, 0.2],
    [0.4, 0.5],
  ],
];

export async function openPackages(people: readonly PersonName[]): Promise<PackageWorld> {
  const api = await openApiWorld();
  const { app } = await api.node();
  const tokens = new Map<PersonName, string>();
  for (const name of people) tokens.set(name, await signInAs(app, name));
  const call: Call = async (who, method, url, payload, headers = {}) => {
    const all = { ...bearer(tokens.get(who) ?? ''), ...headers };
    const answer = await app.inject({ method, url: `/api${url}`, headers: all, ...(payload && { payload }) });
    const body = answer.json();
    return { status: answer.statusCode, code: body.code, data: body.data, body };
  };
  const sku = await anySku(api.world);
  const image = await keptPicture(api.world, PAR);
  const deposit = async (more: Partial<Depositing> = {}): Promise<Deposited> => {
    const { data } = await call('paris', 'POST', '/rma', depositBody(sku, image, more));
    return { itemId: data.items[0].id, number: data.items[0].number };
  };
  const pack: PackageWorld['pack'] = (items, tracking, more = {}, who = 'paris') =>
    call(who, 'POST', '/rma/packagelist', { rma_item_ids: items, rma_tracking: tracking, ...more });
  const sign: PackageWorld['sign'] = (tracking, who = 'paris') =>
    call(who, 'POST', '/saveSign', { kind: 'courier', tracking_no: tracking, strokes: STROKES });
  const repaired: PackageWorld['repaired'] = async (more) => {
    const piece = await deposit(more);
    const tracking = `IN-${piece.itemId}`;
    await pack([piece.itemId], tracking);
    await sign(tracking);
    await call('paris', 'POST', '/storepackage', { tracking_no: tracking });
    for (const target of [3, 4, 6, 12, 13])
      await call('warehouse', 'PUT', '/rmastatus', { id: piece.itemId, rma_status_id: target });
    return piece;
  };
  return { api, app, call, deposit, pack, sign, repaired, unlisted: (of) => unlisted(api, of), sku };
}

async function unlisted(api: ApiWorld, sku: string): Promise<void> {
  const owner = createPool({
    connectionString: api.world.database.connectionString,
    role: 'owner',
    max: 1,
  });
  await owner.query('delete from prices where sku = $1', [sku]);
  await owner.end();
}

function depositBody(
  sku: string,
  image: string,
  { country = 'FR', lastname = 'Laurent' }: Partial<Depositing>,
) {
  return {
    firstname: 'Camille',
    lastname,
    phone_code: '33',
    phone: '612345678',
    email: 'camille@laurent.test',
    country,
    province: 'Île-de-France',
    city: 'Paris',
    address: '1 rue de la Paix',
    receiver_name: 'Camille Laurent',
    receiver_phone: '+33612345678',
    language: 'fr',
    platform_type: 'store',
    fulfilled_date: '2026-01-10',
    original_order_id: 'O-1',
    original_order_number: 'ON-1',
    items: [
      {
        product_sku: sku,
        invoice_number: 'INV-1',
        purchase_date: '2026-01-10',
        reasons: [1],
        maintenance_amount: 0,
        total_weight: 3.2,
        images: [image],
      },
    ],
  };
}
