import { anySku } from '@atelier/application/commands/testing-commands.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPictureWorld, plain, type PictureWorld } from '../images/testing-pictures.ts';
import type { PersonName } from '../testing/testing-api.ts';
import { depositBody } from '../testing/testing-bodies.ts';

let world: PictureWorld;
let sku: string;

beforeAll(async () => {
  world = await openPictureWorld();
  sku = await anySku(world.api.world);
});
afterAll(() => world.api.close());

let width = 100;
async function picture(as: PersonName = 'paris'): Promise<string> {
  const view = await world.uploaded(
    await plain((width += 1), 40)
      .jpeg()
      .toBuffer(),
    { as },
  );
  return view.image_id;
}

async function post(url: string, payload: object, as: PersonName = 'paris') {
  const answer = await world.app.inject({
    method: 'POST',
    url: `/api${url}`,
    headers: world.headersOf(as),
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
}
const deposit = (item: object) => post('/rma', depositBody({ product_sku: sku, ...item }));

describe('pictures a deposit names', () => {
  it('were uploaded at its own store, and are listed with the item', async () => {
    const [image, proof, fake] = [await picture(), await picture(), await picture()];
    const { status, body } = await deposit({
      purchase_date: '2024-03-01',
      images: [image],
      extended_warranty: true,
      extended_warranty_proof: proof,
      fake_product: { image: fake, remark: 'the stamp is wrong' },
    });
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    const { events } = await world.api.world.store.readStream(`item-${body.data.items[0].id}`);
    expect(events[0]?.data).toMatchObject({
      images: [image],
      extendedWarrantyProof: proof,
      warranty: { extended: true },
      fakeProduct: { image: fake, remark: 'the stamp is wrong' },
    });
  });

  it('of another store do not exist', async () => {
    const { status, body } = await deposit({ images: [await picture(), await picture('tokyo')] });
    expect({ status, errors: body.errors }).toMatchObject({
      status: 400,
      errors: [{ path: 'items.0.images.1', code: 'image_unknown' }],
    });
  });
});

describe('POST /fake/product (product/deposit.md §11)', () => {
  it('is recorded once, by the counter or by the holder of the piece', async () => {
    const { body } = await deposit({ images: [await picture()] });
    const [{ id }] = body.data.items;
    const report = { rma_item_id: id, image: await picture(), remark: 'the stamp is wrong' };
    expect(await post('/fake/product', report)).toMatchObject({
      status: 200,
      body: { message: 'RMA has been updated', data: { id, version: 2 } },
    });
    expect((await post('/fake/product', report)).status).toBe(200);
    const { events } = await world.api.world.store.readStream(`item-${id}`);
    expect(events.map(({ type }) => type)).toEqual(['ItemDeposited', 'CounterfeitReported']);
    expect(
      (await post('/fake/product', { ...report, image: await picture('warehouse') }, 'warehouse')).status,
    ).toBe(404);
  });

  it('needs its picture and its remark', async () => {
    const { body } = await deposit({ images: [await picture()] });
    const rma_item_id = body.data.items[0].id;
    const image = await picture();
    expect((await post('/fake/product', { rma_item_id, image, remark: '' })).status).toBe(400);
    expect((await post('/fake/product', { rma_item_id, remark: 'x' })).status).toBe(400);
    const long = await post('/fake/product', { rma_item_id, image, remark: 'mot '.repeat(121) });
    expect(long.body.code).toBe('text_too_long');
  });
});
