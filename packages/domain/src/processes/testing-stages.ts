import type { ItemId } from '../kernel.ts';
import type { Policy } from '../policy.ts';
import type { ChangeItemStatus } from '../repair/item/commands.ts';
import { Status, type StatusId } from '../shared/status.ts';
import type { DepositItem } from './deposit-command.ts';
import { World } from './testing.ts';
import { at, depositItem, FACTORY, FACTORY_2, PARIS } from './testing-deposits.ts';

type Step = (world: World, id: ItemId) => unknown;

const step =
  (target: StatusId, more: Partial<ChangeItemStatus> = {}): Step =>
  (world, id) =>
    world.run(world.move(id, target, at(FACTORY), more));

const sendToFactory: Step = (world, id) => world.pack(id * 10 + 1, 1, PARIS, FACTORY, [id]).send(id * 10 + 1);
const sendHome: Step = (world, id) => world.pack(id * 10 + 2, 2, FACTORY, PARIS, [id]).send(id * 10 + 2);
const sendOn: Step = (world, id) => world.pack(id * 10 + 3, 3, FACTORY, FACTORY_2, [id]).send(id * 10 + 3);
const receiveHome: Step = (world, id) => world.run(world.move(id, 15, at(PARIS)));
const handOver: Step = (world, id) => {
  world.run(world.on(id, { type: 'RecordSignature', kind: 'pickup', signature: `pickup-${id}` }, at(PARIS)));
  return world.run(world.on(id, { type: 'HandOver', signature: `pickup-${id}` }, at(PARIS)));
};
const close: Step = (world, id) => {
  world.wait(world.policy.closeAfterMs);
  return world.run(world.on(id, { type: 'CloseItem' }, at(PARIS)));
};

const BENCH: readonly Step[] = [sendToFactory, step(3)];
const DONE: readonly Step[] = [...BENCH, step(4), step(6), step(12), step(13)];
const HOME: readonly Step[] = [...DONE, sendHome, receiveHome];

/** The usual way to every status, made of real decisions. */
const WAY_TO: Readonly<Record<StatusId, readonly Step[]>> = {
  [Status.Created]: [],
  [Status.SentToWarehouse]: [sendToFactory],
  [Status.ReceiveFromShop]: BENCH,
  [Status.SAVCheckResult]: [...BENCH, step(Status.SAVCheckResult)],
  [Status.MCToCN]: [...BENCH, sendOn],
  [Status.IncomingCheck]: [...BENCH, step(Status.IncomingCheck)],
  [Status.RepairProcess]: [...BENCH, step(Status.RepairProcess)],
  [Status.RepairPolish]: [...BENCH, step(Status.RepairPolish)],
  [Status.RepairQC]: [...BENCH, step(Status.RepairProcess), step(Status.RepairQC)],
  [Status.PlatingProcess]: [
    ...BENCH,
    step(Status.RepairProcess),
    step(Status.RepairQC),
    step(Status.PlatingProcess),
  ],
  [Status.AssemblyProcess]: [
    ...BENCH,
    step(Status.RepairProcess),
    step(Status.RepairQC),
    step(Status.AssemblyProcess),
  ],
  [Status.AssemblyPenPlatingProcess]: [
    ...BENCH,
    step(Status.RepairProcess),
    step(Status.RepairQC),
    step(Status.AssemblyPenPlatingProcess),
  ],
  [Status.AssemblySettingStone]: [
    ...BENCH,
    step(Status.RepairProcess),
    step(Status.RepairQC),
    step(Status.AssemblySettingStone),
  ],
  [Status.AssemblySettingPearl]: [
    ...BENCH,
    step(Status.RepairProcess),
    step(Status.RepairQC),
    step(Status.AssemblySettingPearl),
  ],
  [Status.FinalQCProcess]: [
    ...BENCH,
    step(Status.RepairProcess),
    step(Status.RepairQC),
    step(Status.FinalQCProcess),
  ],
  [Status.RepairDone]: DONE,
  [Status.LogisticsShipOut]: [...DONE, sendHome],
  [Status.ShopReceived]: HOME,
  [Status.TakenByClient]: [...HOME, handOver],
  [Status.Closed]: [...HOME, handOver, close],
  [Status.Cancelled]: [
    (world, id) => world.run(world.move(id, Status.Cancelled, at(PARIS), { reason: 'changed mind' })),
  ],
};

/** A world with one item (id 1 unless said) that has come to a status the usual way. */
export function worldAt(
  status: StatusId,
  item: Partial<DepositItem> = {},
  policy: Partial<Policy> = {},
): World {
  return bringTo(new World(policy).deposit(100, [depositItem(1, item)]), 1, status);
}

/** Takes a piece that was just deposited to a status the usual way. */
export function bringTo(world: World, id: ItemId, status: StatusId): World {
  for (const go of WAY_TO[status]) {
    world.wait(60_000);
    go(world, id);
  }
  return world;
}
