import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listItemIds } from '../rma/item-list.queries.ts';
import { findRmaView } from '../rma/rma-view.queries.ts';
import { forgetInReadModels } from './forget.ts';
import { openWorld } from '../projections/testing.ts';
import type { World } from '../projections/testing.ts';
import { randomStories, writeStories } from '../projections/testing-histories.ts';

let world: World;
const stories = randomStories({ seed: 4, deposits: 6, stores: [1] });

beforeAll(async () => {
  world = await openWorld();
  await writeStories(world.store, stories);
  await world.settle();
});

afterAll(() => world.close());

describe('an erased customer (product/reliability.md §28)', () => {
  it('is nobody in rows, views and search; the others stay', async () => {
    const [gone, stays] = stories;
    if (gone === undefined || stays === undefined) throw new Error('no stories');
    const scope = { kind: 'store', siteId: 1 } as const;
    const context = { scope, now: new Date(), policy: DEFAULT_POLICY };
    const find = (q: string) =>
      world.asked(scope, (trx) => listItemIds(trx, { q, page: 1, pageSize: 10 }, context));
    expect((await find(`Name${gone.rmaId}`)).ids).toEqual([gone.itemId]);

    await world.store.erase(`customer-${gone.rmaId}`, 'asked for it');
    expect(await forgetInReadModels(world.projector, world.store, `customer-${gone.rmaId}`)).toBe(2);

    const view = await world.asked(scope, (trx) =>
      findRmaView(trx, gone.rmaId, { audience: 'shop', policy: DEFAULT_POLICY }),
    );
    expect(view).toMatchObject({
      firstname: '',
      lastname: '',
      email: '',
      phone: '',
      address: '',
      version: 1,
    });
    expect((await find(`Name${gone.rmaId}`)).ids).toEqual([]);
    expect((await find(`6${10_000_000 + gone.rmaId}`)).ids).toEqual([]);
    expect((await find(`S1-${gone.itemId}`)).ids).toEqual([gone.itemId]);
    expect((await find(`Name${stays.rmaId}`)).ids).toEqual([stays.itemId]);
    const { rows } = await world.projectorPool.query<{ text: string }>(
      `select r::text as text from rma_row r union all select i::text from item_row i
       union all select t::text from search_terms t`,
    );
    const left = rows
      .map((row) => row.text.toLowerCase())
      .filter((text) => text.includes(`name${gone.rmaId}`));
    expect(left).toEqual([]);
  });
});
