import { z } from 'zod';
import { depositBody, leaving } from '@atelier/api/testing/testing-bodies.ts';
import { createRmaResponse } from '@atelier/contracts/deposit/deposit-schema.ts';
import { ask, must, uploadPicture, type Call } from '../../faults/support/caller.ts';

/** Who is signed in where, for calls of the benchmark itself. */
export interface Caller {
  readonly url: string;
  readonly token: string;
}

/** A piece on the board, and the stage it was brought to. */
export interface BoardPiece {
  readonly id: number;
  readonly number: string;
  readonly status: number;
}

/** By which moves a received piece comes to a stage; the last of each is the stage. */
const WAYS: readonly (readonly number[])[] = [
  [3],
  [3, 17],
  [3, 4],
  [3, 4, 5],
  [3, 4, 6],
  [3, 17, 8],
  [3, 4, 6, 9],
  [3, 4, 6, 10],
  [3, 4, 6, 11],
  [3, 4, 6, 12],
];

const PER_DEPOSIT = 20;
const PER_PACKAGE = 100;
const AT_ONCE = 4;

export async function callAs<Data>(
  { url, token }: Caller,
  schema: z.ZodType<Data>,
  call: Call,
): Promise<Data> {
  const answer = await ask(url, token, call);
  return schema.parse(must({ answer, failures: 0 }).data);
}

/** Deposits so many pieces in the shop, sends them to the site and brings them to its stages, as many to each. */
export async function fillBoard(
  shop: Caller,
  site: Caller,
  siteId: number,
  pieces: number,
): Promise<readonly BoardPiece[]> {
  const image = await uploadPicture(shop.url, shop.token);
  const sku = await plainSku(shop);
  const item = { ...depositBody({ product_sku: sku, images: [image] }).items[0] };
  const packages = Array.from({ length: Math.ceil(pieces / PER_PACKAGE) }, (_, index) => index);
  const filled: BoardPiece[] = [];
  const fillOne = async (index: number): Promise<void> => {
    const count = Math.min(PER_PACKAGE, pieces - index * PER_PACKAGE);
    const made = await deposit(shop, item, count);
    const way = WAYS[index % WAYS.length] ?? [3];
    await bring(
      shop,
      site,
      siteId,
      made.map(({ id }) => id),
      way,
      `BOARD-${index}`,
    );
    filled.push(...made.map((piece) => ({ ...piece, status: way.at(-1) ?? 3 })));
  };
  await inTurns(packages, AT_ONCE, fillOne);
  return filled;
}

async function plainSku(shop: Caller): Promise<string> {
  const listed = z.array(z.object({ product_sku: z.string() }));
  const product = z.object({ is_gold: z.boolean() });
  for (const { product_sku } of await callAs(shop, listed, { method: 'GET', path: '/rma?page_size=100' })) {
    const path = `/getwsproduct?sku=${product_sku}`;
    if (!(await callAs(shop, product, { method: 'GET', path })).is_gold) return product_sku;
  }
  throw new Error('the demo has no piece without gold');
}

async function deposit(shop: Caller, item: object, count: number) {
  const made: { readonly id: number; readonly number: string }[] = [];
  while (made.length < count) {
    const items = Array.from({ length: Math.min(PER_DEPOSIT, count - made.length) }, () => item);
    const body = depositBody({}, { items });
    const call = { method: 'POST', path: '/rma', body } as const;
    made.push(...(await callAs(shop, createRmaResponse.shape.data, call)).items);
  }
  return made;
}

async function bring(
  shop: Caller,
  site: Caller,
  siteId: number,
  ids: readonly number[],
  way: readonly number[],
  tracking: string,
): Promise<void> {
  for (const [path, body] of leaving(ids, tracking, { sent: { destination: siteId } }))
    await callAs(shop, z.unknown(), { method: 'POST', path, body });
  for (const target of way) {
    const body = { ids, rma_status_id: target };
    await callAs(site, z.array(z.object({ success: z.literal(true) })), {
      method: 'PUT',
      path: '/rmastatus',
      body,
    });
  }
}

/** So many at once, until all are done. */
async function inTurns<T>(all: readonly T[], atOnce: number, run: (one: T) => Promise<void>): Promise<void> {
  const rest = [...all];
  const worker = async (): Promise<void> => {
    for (let one = rest.shift(); one !== undefined; one = rest.shift()) await run(one);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
