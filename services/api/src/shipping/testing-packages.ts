import { anySku, keptPicture, PAR } from '@atelier/application/commands/testing-journey.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import type { FastifyInstance } from 'fastify';
import { bearer, openApiWorld, signInAs } from '../testing-api.ts';
import type { ApiWorld, PersonName } from '../testing-api.ts';
import { depositBody, leaving, STROKES } from '../testing-bodies.ts';

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
    const { data } = await call(
      'paris',
      'POST',
      '/rma',
      depositBody({ product_sku: sku, images: [image] }, more),
    );
    return { itemId: data.items[0].id, number: data.items[0].number };
  };
  const pack: PackageWorld['pack'] = (items, tracking, more = {}, who = 'paris') =>
    call(who, 'POST', '/rma/packagelist', { rma_item_ids: items, rma_tracking: tracking, ...more });
  const sign: PackageWorld['sign'] = (tracking, who = 'paris') =>
    call(who, 'POST', '/saveSign', { kind: 'courier', tracking_no: tracking, strokes: STROKES });
  const repaired: PackageWorld['repaired'] = async (more) => {
    const piece = await deposit(more);
    for (const [url, body] of leaving([piece.itemId], `IN-${piece.itemId}`))
      await call('paris', 'POST', url, body);
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
