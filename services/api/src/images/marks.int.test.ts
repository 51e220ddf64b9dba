import { createRmaResponse } from '@atelier/contracts/deposit/deposit-schema.ts';
import { keptPicture, PAR } from '@atelier/application/commands/testing-commands.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPackages, type PackageWorld } from '../shipping/testing-packages.ts';
import { depositBody } from '../testing/testing-bodies.ts';
import { dataOf, must } from '../testing/testing-reply.ts';

let world: PackageWorld;
beforeAll(async () => {
  world = await openPackages(['paris', 'tokyo', 'warehouse']);
});
afterAll(() => world.api.close());

type Person = 'paris' | 'tokyo' | 'warehouse';

const pictured = (marks: readonly object[] | undefined, images: readonly string[]) =>
  depositBody({ ...world.piece, images, ...(marks && { marks }) });
const call = (who: Person, body: object) => world.people.call(who, 'POST', '/rma/marks', body);
const fileOf = async (id: number) =>
  (await world.people.call('paris', 'GET', `/rma/item?rma_item_id=${id}`)).body.data as Record<
    string,
    unknown
  >;

const picture = () => keptPicture(world.api.world, PAR);

describe('condition marked on the pictures of a piece (product/images.md §5)', () => {
  it('comes with the deposit, to a ten-thousandth, and stays through an edit that does not name it', async () => {
    const image = await picture();
    const marks = [{ image, x: 0.123456, y: 1, text: ' claw bent ' }];
    const made = await must(world.people.call('paris', 'POST', '/rma', pictured(marks, [image])));
    const [piece] = dataOf(createRmaResponse.shape.data, made).items;
    const kept = [{ image, x: 0.1235, y: 1, text: 'claw bent' }];
    expect(await fileOf(piece?.id ?? 0)).toMatchObject({ marks: kept });
  });

  it('names a mark on another picture by its field, and keeps nothing', async () => {
    const image = await picture();
    const marks = [{ image: 'f'.repeat(64), x: 0, y: 0, text: 'x' }];
    const refused = await world.people.call('paris', 'POST', '/rma', pictured(marks, [image]));
    expect(refused.body.errors).toMatchObject([{ path: 'items.0.marks.0.image', code: 'image_unknown' }]);
  });

  it('is said again by the site that holds the piece, and by no other', async () => {
    const image = await picture();
    const made = await must(world.people.call('paris', 'POST', '/rma', pictured(undefined, [image])));
    const id = dataOf(createRmaResponse.shape.data, made).items[0]?.id ?? 0;
    const body = { rma_item_id: id, marks: [{ image, x: 0.5, y: 0.5, text: 'scratched' }] };
    expect((await call('tokyo', body)).status).toBe(404);
    expect((await call('warehouse', body)).status).toBe(404);
    expect((await call('paris', body)).status).toBe(200);
    expect(await fileOf(id)).toMatchObject({ marks: body.marks });
    const foreign = { rma_item_id: id, marks: [{ ...body.marks[0], image: 'f'.repeat(64) }] };
    expect((await call('paris', foreign)).body.code).toBe('picture_not_releasable');
    expect((await call('paris', { rma_item_id: id, marks: [] })).status).toBe(200);
    expect(await fileOf(id)).toMatchObject({ marks: [] });
  });
});
