import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomStories, writeStories, type Story } from '../projections/testing-histories.ts';
import { createPostgresBlobStore } from '../blobs/postgres-blob-store.ts';
import { openWorld, TEST_NOW, type World } from '../projections/testing.ts';
import { listItemIds } from '../repair-list/item-list.queries.ts';
import { searchProjection } from '../repair-list/search.projection.ts';
import { findRmaView } from '../repair-detail/rma-view.queries.ts';
import { erasePerson } from './erase-person.commands.ts';

let world: World;
const stories = randomStories({ seed: 4, deposits: 6, stores: [1] });
const scope = { kind: 'store', siteId: 1 } as const;

beforeAll(async () => {
  world = await openWorld();
  await writeStories(world.store, stories);
  await world.settle();
});
afterAll(() => world.close());

function storyOf(index: number): Story {
  const story = stories[index];
  if (story === undefined) throw new Error('no such story');
  return story;
}

const erase = ({ rmaId }: Story) =>
  erasePerson(
    { ...world, blobs: createPostgresBlobStore(world.pool, world.store.files) },
    {
      customerRefs: [`customer-${rmaId}`],
      reason: 'GDPR article 17',
      requestId: rmaId,
      now: TEST_NOW,
    },
  );

const find = (q: string) =>
  world.asked(scope, (trx) =>
    listItemIds(trx, { q, page: 1, pageSize: 10 }, { scope, now: new Date(), policy: DEFAULT_POLICY }),
  );

describe('an erased customer (product/reliability.md §28)', () => {
  it('has no name in rows, views and search; the others stay', async () => {
    const [gone, stays] = [storyOf(0), storyOf(1)];
    expect((await find(`Name${gone.rmaId}`)).ids).toEqual([gone.itemId]);

    expect(await erase(gone)).toMatchObject({ streams: 2 });
    await world.settle();

    const view = await world.asked(scope, (trx) =>
      findRmaView(trx, gone.rmaId, { audience: 'shop', policy: DEFAULT_POLICY }),
    );
    expect(view).toMatchObject({
      firstname: '',
      lastname: '',
      email: '',
      phone: '',
      address: '',
      version: 2,
    });
    expect((await find(`Name${gone.rmaId}`)).ids).toEqual([]);
    expect((await find(`6${10_000_000 + gone.rmaId}`)).ids).toEqual([]);
    expect((await find(`S1-${gone.itemId}`)).ids).toEqual([gone.itemId]);
    expect((await find(`Name${stays.rmaId}`)).ids).toEqual([stays.itemId]);
    const { rows } = await world.projectorPool.query<{ text: string }>(
      `select r::text as text from rma_row r union all select i::text from item_row i
       union all select t::text from search_terms t union all select i::text from item_images i`,
    );
    const left = rows
      .map((row) => row.text.toLowerCase())
      .filter((text) => text.includes(`name${gone.rmaId}`));
    expect(left).toEqual([]);
    expect(await world.store.verifyChain('all')).toMatchObject({ ok: true });
  });

  it('has one event on each stream, however often it is asked', async () => {
    const story = storyOf(2);
    await erase(story);
    expect(await erase(story)).toEqual({ streams: 0, position: 0 });
    const histories = await world.store.readStreams([`rma-${story.rmaId}`, `item-${story.itemId}`]);
    const last = [...histories.values()].map(({ events }) => events.at(-1));
    expect(last).toMatchObject([
      { type: 'RmaCustomerErased', data: { customerRef: `customer-${story.rmaId}` } },
      { type: 'ItemCustomerErased', metadata: { correlationId: `erasure-${story.rmaId}` } },
    ]);
  });

  it('is not read again by a projection that comes to the events late, on another node', async () => {
    const story = storyOf(3);
    await erase(story);
    const { rows } = await world.projectorPool.query(`delete from search_terms returning 1 as one`);
    expect(rows.length).toBeGreaterThan(0);
    await world.projectorPool.query(`update projection_checkpoints set position = 0 where name = 'search'`);
    await world.settle([searchProjection]);
    expect((await find(`Name${story.rmaId}`)).ids).toEqual([]);
    expect((await find(`Name${storyOf(4).rmaId}`)).ids).toEqual([storyOf(4).itemId]);
  });
});
