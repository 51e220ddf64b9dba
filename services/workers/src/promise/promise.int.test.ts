import { DAY_MS, itemStream, toMs } from '@atelier/domain/kernel.ts';
import { isItemEvent } from '@atelier/domain/personal-data.ts';
import { momentIn, statesOf } from '@atelier/domain/processes/ready-history.ts';
import { samplesOf } from '@atelier/domain/processes/ready-samples.ts';
import { FINAL_STATUSES, Status } from '@atelier/domain/shared/status.ts';
import { READY_MODEL_STREAM } from '@atelier/domain/promise/events.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import {
  deposit,
  handClock,
  newDeposit,
  paris,
  sendToWarehouse,
  servicesOf,
  type HandClock,
} from '@atelier/application/commands/testing-commands.ts';
import { runItemCommand } from '@atelier/application/commands/item-command.ts';
import { expectDue } from '@atelier/application/promise/expect-due.commands.ts';
import { expectPiece } from '@atelier/application/promise/expect-piece.commands.ts';
import { expectedAtDeposit } from '@atelier/application/promise/at-deposit.queries.ts';
import { factoryLoads } from '@atelier/application/promise/factory-loads.queries.ts';
import { fitModel } from '@atelier/application/promise/fit-model.commands.ts';
import { pieceWorld, placeOf } from '@atelier/application/promise/piece-world.queries.ts';
import { modelInForce } from '@atelier/application/promise/ready-model.queries.ts';
import { readySamples } from '@atelier/application/promise/ready-samples.queries.ts';
import {
  openWorld,
  TEST_KEY,
  TEST_NOW,
  worldOn,
  type World,
} from '@atelier/application/projections/testing.ts';
import { createTestDatabase } from '@atelier/tests/harness/postgres.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { loadBulk } from '../../../../demo/load/testing-bulk.ts';
import { systemCaller } from '../system-caller.ts';

interface PromiseWorld {
  readonly world: World;
  readonly clock: HandClock;
  readonly services: CommandServices;
}

async function openFull(items: number): Promise<PromiseWorld> {
  const database = await createTestDatabase();
  await loadBulk({ ownerUrl: database.adminUrl, now: TEST_NOW, items, masterKey: TEST_KEY });
  const world = await worldOn(database);
  await world.settle();
  const clock = handClock(TEST_NOW);
  return { world, clock, services: servicesOf(world, clock) };
}

const COMMENT = { type: 'AddComment', commentType: 1, text: 'the clasp', email: null } as const;

const itemEvents = async ({ store }: World, itemId: number) =>
  (await store.readStream(itemStream(itemId))).events;
const datesOf = async (world: World, itemId: number) =>
  (await itemEvents(world, itemId)).filter(({ type }) => type === 'ReadyDateExpected');

describe('ready dates', () => {
  let promise: PromiseWorld;
  beforeAll(async () => {
    promise = await openFull(900);
  });
  afterAll(() => promise.world.close());

  const caller = (key?: string) => systemCaller(promise.clock, 'promise', key);
  const sweep = () => expectDue(promise.services, { callerFor: caller, onProgress: () => Promise.resolve() });

  test('no model before enough pieces have ended: no date, and a deposit goes on as before', async () => {
    const world = await openWorld();
    try {
      const clock = handClock(TEST_NOW);
      const services = servicesOf(world, clock);
      expect(await fitModel(services, systemCaller(clock, 'promise'))).toBe('too_little');
      const { itemId } = await deposit(services, await newDeposit(world));
      expect(await expectDue(services, { callerFor: caller, onProgress: () => Promise.resolve() })).toBe(0);
      expect(await datesOf(world, itemId)).toEqual([]);
    } finally {
      await world.close();
    }
  });

  test('the read models say of every past moment what the events say', async () => {
    const { world, services } = promise;
    const now = services.clock.now().toISOString();
    const since = new Date(TEST_NOW.getTime() - 365 * DAY_MS);
    const [samples, loadOf] = await world.asked({ kind: 'all' }, async (trx) => [
      await readySamples(trx, now),
      await factoryLoads(trx, since, TEST_NOW),
    ]);
    const ids = [...new Set(samples.map(({ itemId }) => itemId))].slice(0, 150);
    for (const itemId of ids) {
      const events = (await itemEvents(world, itemId))
        .map(({ type, data }) => ({ type, data }))
        .filter(isItemEvent);
      const states = statesOf(events.map((event) => ({ at: momentIn(event), event })));
      const data = events.find(({ type }) => type === 'ItemDeposited')?.data;
      if (data === undefined || !('storeId' in data) || !('delivery' in data)) throw new Error('no deposit');
      const place = await placeOf(services.db, data.storeId);
      if (place === undefined) throw new Error('no shop');
      const skus = states.map(({ facts }) => facts.sku);
      const worldOf = { ...(await pieceWorld(services.db, skus, TEST_NOW)), loadOf };
      const folded = samplesOf(
        states,
        { ...place, itemId, delivery: data.delivery },
        worldOf,
        TEST_NOW.getTime(),
      );
      const read = samples
        .filter((sample) => sample.itemId === itemId)
        .map(({ itemId: _id, country: _country, ...sample }) => sample);
      const order = (list: readonly { wall: number; stage: string }[]) =>
        list.toSorted((a, b) => a.wall - b.wall || (a.stage < b.stage ? -1 : 1));
      expect(order(read)).toEqual(order(folded));
    }
    expect(ids.length).toBe(150);
  });

  test('two workers at once learn one model, and another one a week later', async () => {
    const { services, world, clock } = promise;
    const fits = await Promise.all([fitModel(services, caller()), fitModel(services, caller())]);
    expect(fits.filter((fit) => fit === 'fitted')).toHaveLength(1);
    expect(await fitModel(services, caller())).toBe('fresh');
    const first = await modelInForce(services.db);
    expect(first?.number).toBe(1);
    expect(Object.keys(first?.model.stages ?? {}).length).toBeGreaterThan(8);
    expect(first?.model.held.latest).toBeGreaterThan(0.78);
    expect(JSON.stringify(first?.model).length).toBeLessThan(200_000);
    clock.advance(7 * DAY_MS);
    expect(await fitModel(services, caller())).toBe('fitted');
    expect((await world.store.readStream(READY_MODEL_STREAM)).events).toHaveLength(2);
    expect((await modelInForce(services.db))?.number).toBe(2);
  });

  test('the first sweep gives every open piece a date, and the next one none', async () => {
    const { services, world } = promise;
    const told = await sweep();
    const open = await world.asked({ kind: 'all' }, (trx) =>
      trx
        .selectFrom('item_row')
        .select(['id', 'expected_latest'])
        .where('status', 'not in', [Status.ShopReceived, ...FINAL_STATUSES])
        .execute(),
    );
    expect(open.length).toBeGreaterThan(20);
    expect(open.filter(({ expected_latest: latest }) => latest === null)).toEqual([]);
    expect(told).toBe(open.length);
    expect(await sweep()).toBe(0);
    const [event] = await datesOf(world, open[0]?.id ?? 0);
    const model = await modelInForce(services.db);
    expect(event?.data).toMatchObject({
      model: 2,
      because: { kind: 'event', type: 'ReadyModelFitted', position: model?.position },
    });
  });

  test('a deposit names its date in its own transaction: the one that the form showed', async () => {
    const { services, world } = promise;
    const given = await newDeposit(world);
    const [item] = given.items;
    const shown = await expectedAtDeposit(services, {
      storeId: given.storeId,
      delivery: 'store',
      sku: item?.sku ?? '',
      reasonIds: [1],
      inWarranty: true,
    });
    const { itemId } = await deposit(services, given);
    const events = await itemEvents(world, itemId);
    const [told] = await datesOf(world, itemId);
    expect(told?.data).toMatchObject({ ...shown, model: 2, because: { kind: 'deposit' } });
    expect(told?.recordedAt).toBe(events[0]?.recordedAt);
  });

  test('a change moves the date once, and names the event; a replay of it moves nothing', async () => {
    const { services, world, clock } = promise;
    const { itemId } = await deposit(services, await newDeposit(world));
    clock.advance(25 * DAY_MS);
    await sendToWarehouse(services, [itemId], `P-${itemId}`);
    const move = (await itemEvents(world, itemId)).findLast(({ type }) => type === 'ItemStatusChanged');
    const because = { kind: 'event', position: move?.position ?? 0, type: 'ItemStatusChanged' } as const;
    const recent = { ...services, clock: handClock(new Date(toMs(move?.recordedAt ?? ''))) };
    const late = { ...recent, clock: handClock(new Date(recent.clock.now().getTime() + 2 * DAY_MS)) };
    expect(await expectPiece(late, caller('late'), itemId, because)).toBe(false);
    expect(await datesOf(world, itemId)).toHaveLength(1);
    expect(await expectPiece(recent, caller('moved'), itemId, because)).toBe(true);
    expect(await expectPiece(recent, caller('again'), itemId, because)).toBe(false);
    const dates = await datesOf(world, itemId);
    expect(dates).toHaveLength(2);
    expect(dates.at(-1)?.data).toMatchObject({ because });
  });

  test('benches that work on a piece while its date moves are never refused', async () => {
    const { services, world, clock } = promise;
    const { itemId } = await deposit(services, await newDeposit(world));
    clock.advance(30 * DAY_MS);
    const because = { kind: 'time' } as const;
    const all = await Promise.all(
      [1, 2, 3, 4].flatMap((turn) => [
        expectPiece(services, caller(`race-${turn}`), itemId, because),
        runItemCommand(services, paris(), itemId, () => ({ ...COMMENT, commentId: turn })),
      ]),
    );
    expect(all.filter((outcome) => typeof outcome === 'object' && !outcome.ok)).toEqual([]);
    const events = await itemEvents(world, itemId);
    expect(events.filter(({ type }) => type === 'CommentAdded')).toHaveLength(4);
    expect(await datesOf(world, itemId)).toHaveLength(2);
  });

  test('a date that passed moves by the night, because of the time', async () => {
    const { services, world, clock } = promise;
    const { itemId } = await deposit(services, await newDeposit(world));
    clock.advance(120 * DAY_MS);
    await sweep();
    const dates = await datesOf(world, itemId);
    expect(dates.at(-1)?.data).toMatchObject({ because: { kind: 'time' } });
    const today = services.clock.now().toISOString().slice(0, 10);
    const { latest } = z.object({ latest: z.string() }).parse(dates.at(-1)?.data);
    expect(latest >= today).toBe(true);
  });
});
