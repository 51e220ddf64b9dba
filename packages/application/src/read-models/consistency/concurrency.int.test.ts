import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { catchUp } from '@atelier/event-store/projections/catch-up.ts';
import { PROJECTIONS } from '../all.ts';
import { createPostgresBlobStore } from '../../blobs/postgres-blob-store.ts';
import { erasePerson } from '../../privacy/erase-person.commands.ts';
import { startProjections } from '@atelier/event-store/projections/run.ts';
import { randomStories, writeStories } from '../../projections/testing-histories.ts';
import { openWorld, type World } from '../../projections/testing.ts';
import { runRound, type RoundResult } from './round.ts';
import { linkSsoPerson } from '../../identity/single-sign-on.commands.ts';
import { reporting, roundTools, WHOLE, writeFixtureStreams } from './testing-world.ts';

// Whole rounds over whole worlds: a busy machine takes its time.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

let world: World;
let admin: Client;

beforeEach(async () => {
  world = await openWorld();
  admin = new Client({ connectionString: world.database.adminUrl });
  await admin.connect();
});
afterEach(async () => {
  await admin.end();
  await world.close();
});

const CONFIRMED = { ...WHOLE, confirmAfterMs: 5, chunk: 40 };

/** Rounds without a pause until the work is done, and one after it. */
async function checkDuring(work: Promise<unknown>, report = reporting()): Promise<readonly RoundResult[]> {
  const results: RoundResult[] = [];
  let isDone = false;
  const ended = work.finally(() => (isDone = true));
  for (let last = false; !last;) {
    last = isDone;
    const result = await runRound(roundTools(world), report, CONFIRMED);
    if (result !== undefined) results.push(result);
  }
  await ended;
  expect(report.found).toEqual([]);
  return results;
}

/** A few stories at a time: appends that wait too long for a connection would fail. */
async function writeInTurns(seed: number, deposits: number): Promise<void> {
  const stories = randomStories({ seed, deposits });
  for (let start = 0; start < deposits; start += 15) {
    await writeStories(world.store, stories.slice(start, start + 15));
  }
}

describe('no difference is found where there is none', () => {
  it('while commands commit and projections follow in small steps', async () => {
    const running = startProjections({
      store: world.store,
      database: world.readModels,
      projections: PROJECTIONS,
      batchSize: 7,
    });
    try {
      const results = await checkDuring(writeInTurns(21, 150));
      expect(results.reduce((sum, { streams }) => sum + streams, 0)).toBeGreaterThan(300);
    } finally {
      await running.stop();
    }
  });

  it('while every projection stands at another place of the log', async () => {
    await writeStories(world.store, randomStories({ seed: 22, deposits: 60 }));
    const { position } = await world.store.advanceHorizon();
    for (const [index, projection] of PROJECTIONS.entries()) {
      const until = Math.floor((position * index) / PROJECTIONS.length);
      await catchUp(world.readModels, world.store, projection, { until });
    }
    const results = await checkDuring(Promise.resolve());
    expect(results.at(-1)).toMatchObject({ swept: true, skipped: 0 });
  });

  it('in a stream whose events a projection set aside: it is skipped there, and compared elsewhere', async () => {
    const [story] = randomStories({ seed: 23, deposits: 1, steps: 12 });
    if (story === undefined) throw new Error('no story');
    const streamId = `item-${story.itemId}`;
    await writeStories(world.store, [story]);
    await world.settle();
    await admin.query(
      `insert into parked_events (projection, position, stream_id, type, error)
       select 'custody', position, stream_id, type, 'poison' from events where stream_id = $1 and version = 1`,
      [streamId],
    );
    await admin.query('delete from custody_spans');
    const [result] = await checkDuring(Promise.resolve());
    expect(result?.skipped).toBe(1);
    await admin.query('delete from customer_progress');
    const report = reporting();
    await runRound(roundTools(world), report, WHOLE);
    expect(report.found.map(({ table }) => table)).toEqual(['customer_progress']);
  });

  it('while people are erased and forgotten', async () => {
    const stories = randomStories({ seed: 24, deposits: 30, steps: 3 });
    await writeStories(world.store, stories);
    await world.settle();
    const services = { ...world, blobs: createPostgresBlobStore(world.pool, world.store.files) };
    const erasing = async () => {
      for (const { rmaId } of stories) {
        await erasePerson(services, {
          customerRefs: [`customer-${rmaId}`],
          reason: 'asked',
          requestId: rmaId,
          now: new Date(),
        });
      }
    };
    const report = reporting();
    await erasing();
    await world.settle();
    const patient = { ...WHOLE, confirmAfterMs: 1_200 };
    await runRound(roundTools(world), report, patient);
    expect(report.found).toEqual([]);
  });
});

describe('what is wrong', () => {
  it('in the log itself raises an alarm, once, and nothing is rewritten', async () => {
    const [story] = randomStories({ seed: 25, deposits: 1, steps: 12 });
    if (story === undefined) throw new Error('no story');
    await writeStories(world.store, [story]);
    await world.settle();
    await admin.query(
      `update events set data = data || '{"number": "S9-9"}' where stream_id = $1 and version = 1`,
      [`item-${story.itemId}`],
    );
    const report = reporting();
    for (let round = 0; round < 3; round += 1) await runRound(roundTools(world), report, WHOLE);
    expect(report.found).toMatchObject([
      { table: 'streams', key: `stream_id=item-${story.itemId}`, kind: 'log', version: 1 },
    ]);
    expect(report.repaired).toEqual([]);
    const { rows } = await admin.query('select number from item_row');
    expect(rows).toEqual([{ number: `S${story.storeId}-${story.itemId}` }]);
  });

  it('is rewritten by one process only, and events written meanwhile stay', async () => {
    const stories = randomStories({ seed: 26, deposits: 20, steps: 4 });
    await writeStories(world.store, stories);
    await world.settle();
    await admin.query(`update item_row set sku = 'SPOILT'`);
    const report = reporting();
    const writing = writeStories(world.store, randomStories({ seed: 27, deposits: 40, firstId: 300_000 }));
    const rounds = await Promise.all(
      [1, 2, 3].map((seed) => runRound(roundTools(world, seed), report, WHOLE)),
    );
    await writing;
    expect(rounds.filter((result) => result === undefined)).toHaveLength(2);
    const { rows } = await admin.query<{ spoilt: number }>(
      `select count(*)::int as spoilt from item_row where sku = 'SPOILT'`,
    );
    expect(rows).toEqual([{ spoilt: 0 }]);
    expect(report.found.filter(({ table }) => table === 'item_row')).toHaveLength(20);
    expect(report.repaired).toHaveLength(report.found.length);
  });

  it('in a row that others refer to is overwritten where it stands', async () => {
    await writeFixtureStreams(world.store);
    await world.settle();
    const person = { issuer: 'https://login.example', subject: 's', email: undefined };
    await linkSsoPerson(world.db, person, 7, new Date());
    await admin.query(`update users set name = 'SPOILT' where id = 7`);
    const report = reporting();
    await runRound(roundTools(world), report, WHOLE);
    expect(report.found).toMatchObject([{ table: 'users', key: 'id=7', kind: 'changed', columns: ['name'] }]);
    expect(report.repaired).toEqual(['users id=7']);
  });

  it('is an event that names tables, columns and ids, and no value', async () => {
    const [story] = randomStories({ seed: 28, deposits: 1, steps: 2 });
    if (story === undefined) throw new Error('no story');
    await writeStories(world.store, [story]);
    await world.settle();
    await admin.query(`update rma_row set lastname = 'SECRETNAME'`);
    await admin.query(`delete from search_terms where kind = 'contact' and field = 'email'`);
    const report = reporting();
    await runRound(roundTools(world), report, WHOLE);
    const ids = report.found.map(({ id }) => `difference-${id}`);
    const events = [...(await world.store.readStreams(ids)).values()].flatMap((history) => history.events);
    expect(events.map(({ type }) => type).toSorted()).toEqual([
      'DifferenceFound',
      'DifferenceFound',
      'DifferenceRepaired',
      'DifferenceRepaired',
    ]);
    const said = JSON.stringify([events, report.found]);
    expect(said).not.toMatch(/SECRETNAME|store\d\.test|Name\d/);
    expect(said).toContain('"lastname"');
  });
});
