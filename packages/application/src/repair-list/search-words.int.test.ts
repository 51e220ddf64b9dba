import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import { vaultPlaceOf } from '@atelier/key-vault/vault-place.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { catchUp } from '@atelier/event-store/projections/catch-up.ts';
import { settleHorizon } from '@atelier/event-store/testing/settle-horizon.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, inScope } from '../platform/database.ts';
import { EVENT_REGISTRY } from '../event-registry.ts';
import { readModelsOn } from '../projections/projection.ts';
import { randomStories, writeStories } from '../projections/testing-histories.ts';
import { openWorld, TEST_KEY, type World } from '../projections/testing.ts';
import { listItemIds } from './item-list.queries.ts';
import { searchProjection } from './search.projection.ts';
import { searchByField } from './search.queries.ts';
import { renewSearchWords } from './search-words.commands.ts';

const folder = mkdtempSync(join(tmpdir(), 'atelier-words-'));
const vault = vaultPlaceOf({}, join(folder, 'master.key'));
const stories = randomStories({ seed: 21, deposits: 5, stores: [1] });
const scope = { kind: 'store', siteId: 1 } as const;
let world: World;
let store: EventStore;

beforeAll(async () => {
  world = await openWorld();
  store = await openStore({ pool: world.pool, masterKey: TEST_KEY, registry: EVENT_REGISTRY, vault });
  await writeStories(store, stories);
  await fold();
});
afterAll(async () => {
  await store.close();
  await world.close();
  rmSync(folder, { recursive: true });
});

const fold = async (): Promise<void> => {
  await settleHorizon(world.pool, store);
  await catchUp(readModelsOn(world.projectorPool, store.sealing), store, searchProjection);
};

const renew = () =>
  renewSearchWords(
    createDatabase(world.projectorPool, store.sealing),
    () => Promise.resolve(),
    () => false,
  );

const find = (q: string) =>
  inScope(createDatabase(world.pool, store.sealing), scope, async (trx) => {
    const options = { scope, now: new Date(), policy: DEFAULT_POLICY };
    const { ids } = await listItemIds(trx, { q, page: 1, pageSize: 10 }, options);
    const { groups } = await searchByField(trx, q, 'shop');
    return { ids, groups };
  });

const contactWords = async (): Promise<readonly string[]> => {
  const { rows } = await world.projectorPool.query<{ term: string }>(
    `select term from search_terms where kind = 'contact'`,
  );
  return rows.map(({ term }) => term);
};

it('finds persons by words that the database cannot read, and shows the words themselves (decisions/0163)', async () => {
  const [story] = stories;
  const name = `name${story?.rmaId}`;
  const { ids, groups } = await find(name);
  expect(ids).toEqual([story?.itemId]);
  const named = groups.find(({ field }) => field === 'name');
  expect(named?.hits).toMatchObject([{ id: story?.itemId, exact: true }]);
  expect(named?.hits[0]?.words[0]).toBe(name);
  expect((await contactWords()).filter((word) => /name|first|mail|^</u.test(word))).toEqual([]);
});

it('writes all words again after an erasure, and destroys the key before', async () => {
  expect(await renew()).toBe(true);
  expect(await renew()).toBe(false);
  const before = await contactWords();
  const [gone, stays] = [stories[1]?.rmaId, stories[2]];
  await store.erase([`customer-${gone}`], 'test');
  expect(await renew()).toBe(true);
  const { mark, allBlind } = await store.sealing.words();
  expect([mark, allBlind('x').length]).toEqual(['~2~', 1]);
  const after = await contactWords();
  expect(after.filter((word) => before.includes(word))).toEqual([]);
  expect((await find(`name${stays?.rmaId}`)).ids).toEqual([stays?.itemId]);
  expect((await find(`name${gone}`)).ids).toEqual([]);
});
