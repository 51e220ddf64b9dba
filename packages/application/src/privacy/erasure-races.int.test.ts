import { openStore } from '@atelier/event-store/open-store.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand, type CommandServices } from '../commands/run-command.ts';
import { handClock, paris, servicesOf } from '../commands/testing-commands.ts';
import { reporting, roundTools, WHOLE } from '../read-models/consistency/testing-world.ts';
import { runRound } from '../read-models/consistency/round.ts';
import { EVENT_REGISTRY } from '../event-registry.ts';
import { createPostgresBlobStore } from '../blobs/postgres-blob-store.ts';
import { openWorld, TEST_KEY, TEST_NOW, type World } from '../projections/testing.ts';
import { randomStories, writeStories, type Story } from '../projections/testing-histories.ts';
import { rebuild } from '../read-models/rebuild.ts';
import { erasePerson } from './erase-person.commands.ts';

let world: World;
let owner: Pool;
let otherPool: Pool;
/** Another node: it keeps what it has read of a person for a second. */
let other: CommandServices;
const stories = randomStories({ seed: 11, deposits: 8, stores: [1], steps: 3 });

beforeAll(async () => {
  world = await openWorld();
  owner = createPool({ connectionString: world.database.connectionString, role: 'owner', max: 2 });
  otherPool = createPool({ connectionString: world.database.appUrl, role: 'atelier_app', max: 4 });
  const store = await openStore({ pool: otherPool, masterKey: TEST_KEY, registry: EVENT_REGISTRY });
  other = { ...servicesOf(world, handClock(TEST_NOW)), store };
  await writeStories(world.store, stories);
  await world.settle();
});
afterAll(async () => {
  await other.store.close();
  await Promise.all([owner.end(), otherPool.end()]);
  await world.close();
});

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

/** Runs `work` until it comes to the gate, lets `meanwhile` happen, and goes on. */
async function interrupted<T>(
  work: (gate: () => Promise<void>) => Promise<T>,
  meanwhile: () => Promise<unknown>,
): Promise<T> {
  const reached = Promise.withResolvers<undefined>();
  const opened = Promise.withResolvers<undefined>();
  const done = work(() => {
    reached.resolve(undefined);
    return opened.promise;
  });
  await Promise.race([reached.promise, done]);
  await meanwhile();
  opened.resolve(undefined);
  return await done;
}

/** Whether rows or search still name the person, and whether every row is what the log says. */
async function whatIsLeft({ rmaId }: Story): Promise<readonly string[]> {
  await world.settle();
  const { rows } = await world.projectorPool.query<{ text: string }>(
    'select r::text as text from rma_row r union all select t::text from search_terms t',
  );
  const report = reporting();
  await runRound(roundTools(world), report, WHOLE);
  const left = rows.map(({ text }) => text).filter((text) => new RegExp(`name${rmaId}`, 'i').test(text));
  return [...left, ...report.found.map(({ table, key }) => `${table} ${key}`)];
}

describe('a person who is erased does not come back', () => {
  it('by a command that another node is deciding meanwhile', async () => {
    const story = storyOf(0);
    const [deposited] = story.rma;
    if (deposited?.type !== 'RmaDeposited') throw new Error('no deposit');
    const { customerRef, contact, address, by } = deposited.data;
    const streamId = `rma-${story.rmaId}`;
    const changed = { customerRef, contact, address, at: TEST_NOW.toISOString(), by };
    const outcome = await interrupted(
      (gate) =>
        runCommand(other, paris(), {
          streams: [streamId],
          decide: async () => {
            await gate();
            return {
              ok: true,
              streams: [{ streamId, events: [{ type: 'RmaContactChanged', data: changed }] }],
            };
          },
        }),
      () => erase(story),
    );
    expect(outcome).toMatchObject({ ok: true });
    expect(await whatIsLeft(story)).toEqual([]);
  });

  it('by a new deposit on another node that still remembers the key', async () => {
    const story = storyOf(1);
    const [deposited] = story.rma;
    const [piece] = story.item;
    if (deposited === undefined || piece === undefined) throw new Error('no deposit');
    const [rmaId, itemId] = [900_001, 900_002];
    // It has just read the person.
    await other.store.readStream(`rma-${story.rmaId}`);
    const outcome = await interrupted(
      (gate) =>
        runCommand(other, paris(), {
          streams: [],
          decide: async () => {
            await gate();
            const rma = {
              ...deposited.data,
              rmaId,
              itemIds: [itemId],
              number: 'S1-R900001',
              publicReference: 'new',
            };
            const item = { ...piece.data, rmaId, itemId, number: 'S1-900002' };
            return {
              ok: true,
              streams: [
                { streamId: `rma-${rmaId}`, events: [{ type: 'RmaDeposited', data: rma }] },
                { streamId: `item-${itemId}`, events: [{ type: 'ItemDeposited', data: item }] },
              ],
            };
          },
        }),
      () => erase(story),
    );
    expect(outcome).toMatchObject({ ok: true });
    expect(await whatIsLeft(story)).toEqual([]);
  });

  it.each([
    ['rma_row', 2],
    ['search', 3],
    ['item_images', 4],
  ])('by a rebuild of %s that read them before', async (name, index) => {
    const story = storyOf(index);
    const { store } = world;
    await interrupted(
      (gate) => {
        let isFirst = true;
        const afterReading = async <T>(read: Promise<T>): Promise<T> => {
          const result = await read;
          if (isFirst) await gate();
          isFirst = false;
          return result;
        };
        const slow: EventStore = {
          ...store,
          readLog: (request) => afterReading(store.readLog(request)),
          readLoggedStreams: (ids) => afterReading(store.readLoggedStreams(ids)),
        };
        return rebuild({ owner, projector: world.readModels, store: slow }, name);
      },
      () => erase(story),
    );
    expect(await whatIsLeft(story)).toEqual([]);
  });
});
