import { expect } from '@playwright/test';
import { depositBody, leaving, STROKES } from '@atelier/api/testing/testing-bodies.ts';
import { randomUUID } from 'node:crypto';
import { askUntilAnswered, must, signIn, uploadPicture } from '../../faults/support/caller.ts';
import { systemUrl } from './system.ts';
import type { PersonName } from './windows.ts';

/** A colleague who works beside the windows, over HTTP: other people's work, and what a test needs to begin with. */
export interface Colleague {
  readonly get: <T>(path: string) => Promise<T>;
  readonly post: <T>(path: string, body: object) => Promise<T>;
  readonly put: <T>(path: string, body: object) => Promise<T>;
  /** Uploads a picture and answers its id. */
  readonly picture: () => Promise<string>;
  readonly move: (itemId: number, target: number, extras?: object) => Promise<void>;
}

export interface Deposited {
  readonly rmaId: number;
  readonly itemId: number;
  readonly number: string;
  readonly reference: string;
}

const known = new Map<PersonName, Promise<string>>();

/** Signs in once per run; a second call works in the same session. */
export async function colleague(name: PersonName): Promise<Colleague> {
  const signingIn = known.get(name) ?? signIn(systemUrl, name);
  known.set(name, signingIn);
  const token = await signingIn;
  const call = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<unknown> =>
    must(await askUntilAnswered(systemUrl, token, { method, path, key: randomUUID(), ...(body && { body }) }))
      .data;
  return {
    get: async <T>(path: string) => (await call('GET', path)) as T,
    post: async <T>(path: string, body: object) => (await call('POST', path, body)) as T,
    put: async <T>(path: string, body: object) => (await call('PUT', path, body)) as T,
    picture: () => uploadPicture(systemUrl, token),
    move: async (itemId, target, extras = {}) => {
      await call('PUT', '/rmastatus', { id: itemId, rma_status_id: target, ...extras });
    },
  };
}

interface Listed {
  readonly product_sku: string;
}

/** A SKU of the catalogue that is no gold piece, and so asks for no gold parts of the form. */
export async function plainSku(shop: Colleague): Promise<string> {
  const items = await shop.get<readonly Listed[]>('/rma?page_size=100');
  for (const { product_sku } of items) {
    const product = await shop.get<{ is_gold: boolean }>(`/getwsproduct?sku=${product_sku}`);
    if (!product.is_gold) return product_sku;
  }
  throw new Error('the demo has no piece without gold');
}

/** A deposit of one piece in Paris, by a person of one's own if one is given. Under warranty, and so free. */
export async function depositIn(shop: Colleague, person: object = {}): Promise<Deposited> {
  const piece = {
    product_sku: await plainSku(shop),
    purchase_date: yearsAgo(1),
    images: [await shop.picture()],
  };
  const created = await shop.post<{
    id: number;
    public_reference: string;
    items: readonly [{ id: number; number: string }];
  }>('/rma', depositBody(piece, { fulfilled_date: yearsAgo(1), ...person }));
  const [{ id: itemId, number }] = created.items;
  return { rmaId: created.id, itemId, number, reference: created.public_reference };
}

/** The same, cancelled and handed back: nothing is owed to this person any more. */
export async function formerCustomer(shop: Colleague, person: object): Promise<Deposited> {
  const piece = await depositIn(shop, person);
  const { itemId } = piece;
  await shop.move(itemId, 20, { reason: 'changed their mind' });
  const signed = { kind: 'pickup', rma_item_ids: [itemId], strokes: STROKES };
  const { signature_id } = await shop.post<{ signature_id: string }>('/saveSign', signed);
  await shop.post('/rma/handover', { rma_item_ids: [itemId], signature_id });
  return piece;
}

/** Packs, signs and sends to the shop's warehouse, or to another site. */
export async function sendOut(
  shop: Colleague,
  pieces: readonly Deposited[],
  tracking: string,
  destination?: number,
): Promise<void> {
  await leave(shop, pieces, tracking, { sent: destination === undefined ? {} : { destination } });
}

/** Packs, signs and sends, with what is said beside. */
export async function leave(
  from: Colleague,
  pieces: readonly Deposited[],
  tracking: string,
  said: Parameters<typeof leaving>[2] = {},
): Promise<void> {
  const ids = pieces.map(({ itemId }) => itemId);
  for (const [path, body] of leaving(ids, tracking, said)) await from.post(path, body);
}

/** A calendar day so many years back. */
export function yearsAgo(years: number): string {
  const day = new Date();
  day.setFullYear(day.getFullYear() - years);
  return day.toISOString().slice(0, 10);
}

/** An unused tracking number, also when the tests run again on the same data. */
export function freshTracking(prefix: string): string {
  return `${prefix}-${Date.now().toString(36).toUpperCase()}`;
}

/** A French mobile number of nine digits that no other test has: each that begins with 61 is a possible one. */
export const freshMobile = (): string => `61${String(Date.now()).slice(-7)}`;

/** The piece's status by its own list row. */
export async function expectStatus(
  who: Colleague,
  { rmaId, itemId }: Deposited,
  status: number,
): Promise<void> {
  const read = async (): Promise<number | undefined> => {
    const rma = await who.get<{ items: readonly { id: number; rma_status_id: number }[] }>(`/rma/${rmaId}`);
    return rma.items.find(({ id }) => id === itemId)?.rma_status_id;
  };
  await expect.poll(read).toBe(status);
}

/** A piece that waits for its client at the shop. */
export async function readyPiece(): Promise<Deposited> {
  const [shop, factory] = await Promise.all([colleague('paris'), colleague('factory')]);
  const phone = freshMobile();
  const piece = {
    product_sku: await plainSku(shop),
    reasons: [1],
    purchase_date: yearsAgo(1),
    invoice_number: 'PAPER-1',
    maintenance_amount: 0,
    total_weight: 3.02,
    images: [await shop.picture()],
  };
  const client = { firstname: 'Inès', lastname: `Fabre ${phone}`, phone, phone_code: '+33' };
  const body = depositBody({}, { ...client, fulfilled_date: yearsAgo(1), items: [piece] });
  const made = await shop.post<{
    id: number;
    public_reference: string;
    items: readonly { id: number; number: string }[];
  }>('/rma', body);
  const [{ id: itemId, number } = { id: 0, number: '' }] = made.items;
  const { id: rmaId, public_reference: reference } = made;
  const pieces = [{ rmaId, itemId, number, reference }];
  const home = await factory.get<{ site?: { id: number } }>('/auth/session');
  await leave(shop, pieces, freshTracking('WISH-OUT'), { sent: { destination: home.site?.id } });
  await factory.put('/rmastatus', { ids: [itemId], rma_status_id: 3 });
  for (const target of [4, 6, 12, 13])
    await factory.put('/rmastatus', { ids: [itemId], rma_status_id: target });
  await leave(factory, pieces, freshTracking('WISH-BACK'), { sendPath: '/factorypackage' });
  await shop.put('/rmastatus', { ids: [itemId], rma_status_id: 15 });
  return { rmaId, itemId, reference, number };
}
