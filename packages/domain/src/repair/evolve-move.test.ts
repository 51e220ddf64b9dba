import { describe, expect, it } from 'vitest';
import { at, FACTORY, PARIS } from '../processes/testing.ts';
import { worldAt } from '../processes/testing-stages.ts';
import { undoMove } from '../processes/receive.ts';
import { evolveItem } from './evolve.ts';
import type { Item } from './item/item.ts';
import { STATUSES, Status, type StatusId } from '../shared/status.ts';

const SHOP_TO_FACTORY = { status: 1, enteredAt: expect.any(String) };
const NO_MARKS = { need: null, to: null };

/** Per state the statuses it stands for, and the fields that only it has. */
const STATES: readonly [Item['state'], readonly StatusId[], readonly string[]][] = [
  ['at-shop', [Status.Created], []],
  [
    'in-transit',
    [Status.SentToWarehouse, Status.LogisticsShipOut, Status.MCToCN],
    ['beforeSend', 'transfer'],
  ],
  [
    'at-factory',
    [
      Status.ReceiveFromShop,
      Status.SAVCheckResult,
      Status.IncomingCheck,
      Status.RepairProcess,
      Status.RepairPolish,
      Status.RepairQC,
      Status.PlatingProcess,
      Status.AssemblyProcess,
      Status.AssemblyPenPlatingProcess,
      Status.AssemblySettingStone,
      Status.AssemblySettingPearl,
      Status.FinalQCProcess,
      Status.RepairDone,
    ],
    ['transfer'],
  ],
  ['ready', [Status.ShopReceived], []],
  ['ended', [Status.TakenByClient, Status.Cancelled, Status.Closed], ['handedOverAt', 'taken']],
];
const ONLY_THERE = ['beforeSend', 'handedOverAt', 'taken', 'transfer'];

describe('the state of an item', () => {
  it.each(STATES)('is %s at %j, with what is true only there', (state, statuses, fields) => {
    for (const status of statuses) {
      const item = worldAt(status).item(1);
      expect(item).toMatchObject({ state, status });
      expect(
        Object.keys(item)
          .filter((key) => ONLY_THERE.includes(key))
          .toSorted(),
      ).toEqual(fields);
    }
  });

  it('is one for every status', () => {
    expect(STATES.flatMap(([, statuses]) => statuses)).toHaveLength(STATUSES.length);
  });
});

describe('what an item was before it was sent', () => {
  it('is known in transit', () => {
    expect(worldAt(2).item(1)).toMatchObject({ beforeSend: SHOP_TO_FACTORY });
  });

  it('is found again when the receipt is undone', () => {
    const world = worldAt(3);
    const before = worldAt(2).item(1);
    world.run(undoMove(1, world.states, world.ctx(at(FACTORY))));
    expect(world.item(1)).toMatchObject({
      state: 'in-transit',
      beforeSend: 'beforeSend' in before && before.beforeSend,
    });
  });
});

describe('an event that cannot follow the state', () => {
  const by = { userId: 1, workerId: null };
  const now = '2026-06-01T00:00:00.000Z';

  it('flags nothing for transfer at the counter', () => {
    const item = worldAt(1).item(1);
    expect(evolveItem(item, { type: 'TransferFlagged', data: { toSiteId: 31, at: now, by } })).toEqual(item);
  });

  it('hands nothing over before the end', () => {
    const item = worldAt(15).item(1);
    const { customerRef } = item;
    const data = { customerRef, how: 'pickup', signature: null, carrierProof: null, at: now, by } as const;
    expect(evolveItem(item, { type: 'ItemHandedOver', data })).toEqual(item);
  });

  it('keeps its transfer marks until a bench begins', () => {
    const world = worldAt(3);
    world.run(world.on(1, { type: 'NeedTransfer', reason: 'enamel' }, at(FACTORY)));
    expect(world.item(1)).toMatchObject({ transfer: { need: { reason: 'enamel' }, to: null } });
    world.run(world.move(1, 4, at(FACTORY)));
    expect(world.item(1)).toMatchObject({ transfer: NO_MARKS });
  });
});

describe('the end of an item', () => {
  it('says when it was taken, and by whose hand it went', () => {
    const item = worldAt(16).item(1);
    expect(item).toMatchObject({
      taken: { at: item.enteredAt, administrative: false, runId: null },
      handedOverAt: item.enteredAt,
    });
  });

  it('keeps when it was taken once it is closed', () => {
    const [taken, closed] = [worldAt(16).item(1), worldAt(21).item(1)];
    expect(closed).toMatchObject({ taken: 'taken' in taken && taken.taken });
  });

  it('has no taker for what was cancelled', () => {
    expect(worldAt(20).item(1)).toMatchObject({ taken: null, handedOverAt: null });
  });

  it('is forgotten when the handover is undone', () => {
    const world = worldAt(16);
    world.run(undoMove(1, world.states, world.ctx(at(PARIS))));
    expect(world.item(1)).not.toHaveProperty('taken');
  });
});
