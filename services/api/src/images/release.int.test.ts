import { anySku } from '@atelier/application/commands/testing-commands.ts';
import { erasePerson } from '@atelier/application/privacy/erase-person.commands.ts';
import { customerPicturePath } from '@atelier/domain/images/contract.ts';
import { itemImagesResponse } from '@atelier/contracts/images/schema.ts';
import { createRmaResponse } from '@atelier/contracts/deposit/deposit-schema.ts';
import { historyEntry } from '@atelier/contracts/repair-detail/schema.ts';
import { customerStatusResponse } from '@atelier/contracts/customer-site/schema.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { depositBody } from '../testing/testing-bodies.ts';
import { openPictureWorld, plain, type PictureWorld } from './testing-pictures.ts';

let world: PictureWorld;
beforeAll(async () => {
  world = await openPictureWorld();
});
afterAll(() => world.api.close());

const post = (as: 'paris' | 'tokyo' | 'warehouse' | 'auditor', url: string, payload: object) =>
  world.app.inject({ method: 'POST', url: `/api${url}`, headers: world.headersOf(as), payload });
const release = (
  itemId: number,
  imageId: string,
  released = true,
  as: Parameters<typeof post>[0] = 'paris',
) => post(as, '/rma/images/release', { rma_item_id: itemId, image_id: imageId, released });

/** A piece of Paris with two pictures, and the customer's link to it. */
async function deposited(width: number) {
  const images = [await pictureOf(width), await pictureOf(width + 1)] as const;
  const body = depositBody({ product_sku: await anySku(world.api.world), images }, {});
  const { data } = createRmaResponse.parse((await post('paris', '/rma', body)).json());
  const [item] = data.items;
  if (item === undefined) throw new Error('nothing was deposited');
  await world.api.world.settle();
  return { itemId: item.id, reference: data.public_reference, images };
}
const pictureOf = async (width: number) =>
  (await world.uploaded(await plain(width, 40).jpeg().toBuffer())).image_id;

const page = async (reference: string) => {
  const reply = await world.app.inject({ url: `/api/rma/currenct/status?rma_id=${reference}` });
  return { pictures: customerStatusResponse.parse(reply.json()).data[0]?.pictures, tag: reply.headers.etag };
};
const publicly = (imageId: string) => world.app.inject({ url: customerPicturePath(imageId) });

describe('pictures for the customer (product/images.md §4)', () => {
  it('appear on the customer’s page only while the shop releases them', async () => {
    const { itemId, reference, images } = await deposited(200);
    const before = await page(reference);
    expect(before.pictures).toEqual([]);
    expect((await publicly(images[0])).statusCode).toBe(404);

    expect((await release(itemId, images[1])).statusCode).toBe(200);
    const after = await page(reference);
    expect(after.pictures).toEqual([customerPicturePath(images[1])]);
    expect(after.tag).not.toBe(before.tag);
    const picture = await publicly(images[1]);
    expect(picture.statusCode).toBe(200);
    expect(picture.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'content-security-policy': `default-src 'none'; sandbox`,
    });
    expect((await publicly(images[0])).statusCode).toBe(404);

    expect((await release(itemId, images[1], false)).statusCode).toBe(200);
    expect((await page(reference)).pictures).toEqual([]);
    expect((await publicly(images[1])).statusCode).toBe(404);
  });

  it('staff read which they may release and which are released, and the history says by whom', async () => {
    const { itemId, images } = await deposited(210);
    await release(itemId, images[0]);
    const listed = await world.read(`/rma/images?rma_item_id=${itemId}`);
    expect(itemImagesResponse.parse(listed.json()).data).toMatchObject([
      { image_id: images[0], releasable: true, released: true },
      { image_id: images[1], releasable: true, released: false },
    ]);
    const history = await world.read(`/rma/history?rma_item_id=${itemId}`);
    const entries = z.array(historyEntry).parse(history.json().data);
    expect(entries.at(-1)).toMatchObject({ type: 'PictureReleased' });
  });

  it('are released by the piece’s own shop alone, and only the piece’s own', async () => {
    const { itemId, images } = await deposited(220);
    const others = await deposited(230);
    expect((await release(itemId, images[0], true, 'tokyo')).statusCode).toBe(404);
    for (const as of ['warehouse', 'auditor'] as const)
      expect((await release(itemId, images[0], true, as)).statusCode).toBe(403);
    const foreign = await release(itemId, others.images[0]);
    expect([foreign.statusCode, foreign.json().code]).toEqual([400, 'picture_not_releasable']);
    expect((await release(itemId, 'no id')).statusCode).toBe(400);
    for (const imageId of [images[0], others.images[0], 'A'.repeat(22), 'x', '..%2f..%2fetc'])
      expect((await publicly(imageId)).statusCode).toBe(404);
  });

  it('none can be seen or released once the person is erased', async () => {
    const { itemId, reference, images } = await deposited(240);
    await release(itemId, images[0]);
    const { store } = world.api.world;
    const [first] = (await store.readStream(`item-${itemId}`)).events;
    const { customerRef } = z.object({ customerRef: z.string() }).parse(first?.data);
    const asked = { customerRefs: [customerRef], reason: 'asked for it', requestId: 1, now: new Date() };
    await erasePerson(world.deps, asked);
    await world.api.world.settle();
    expect((await publicly(images[0])).statusCode).toBe(404);
    const refused = await release(itemId, images[1]);
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'person_erased']);
    const erased = await world.app.inject({ url: `/api/rma/currenct/status?rma_id=${reference}` });
    expect(erased.body).not.toContain(images[0]);
  });
});
