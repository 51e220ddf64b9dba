import { itemCustodyOf } from '../custody/testing-custody.ts';
import { ALL_STATUSES, enteredBy } from '@atelier/domain/processes/testing-moves.ts';
import { Status, type StatusId } from '@atelier/domain/shared/status.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPackages, type PackageWorld } from '../shipping/testing-packages.ts';
import { STROKES } from '../testing/testing-bodies.ts';
import type { Journey } from '../testing/testing-journey.ts';
import { must } from '../testing/testing-reply.ts';
import type { PersonName } from '../testing/testing-api.ts';

let world: PackageWorld;
beforeAll(async () => {
  world = await openPackages(['paris', 'warehouse', 'factory', 'admin']);
});
afterAll(() => world.api.close());

const SIGNED = { signature: { signer_name: 'Courier', strokes: STROKES } };
const put = (...step: Parameters<Journey['move']>) => world.journey.move(...step);

type Way = (id: number) => Promise<unknown>;
const benches =
  (...targets: readonly StatusId[]): Way =>
  (id) =>
    world.journey.scanTo('warehouse', id, ...targets);
const packed = (who: PersonName, id: number, word: string, more: object = {}) =>
  world.journey.pack(who, [id], `${word}-${id}`, more);
const sent: Way = (id) => world.journey.send([id], `OUT-${id}`);
const sentOn: Way = async (id) => {
  const order = { tracking_no: `ON-${id}`, factory: 'FSZ', rma_item_ids: [id], ...SIGNED };
  await must(world.call('warehouse', 'POST', '/send_package', order));
};
const sentHome =
  (more: object = {}): Way =>
  (id) =>
    world.journey.sendHome([id], `HOME-${id}`, more);
const atCounter: Way = (id) => must(put('paris', id, 15));
const signedFor: Way = (id) =>
  must(world.call('paris', 'POST', '/saveSign', { kind: 'pickup', rma_item_ids: [id], strokes: STROKES }));
const handedOver: Way = async (id) => {
  await signedFor(id);
  await must(put('paris', id, 16));
};
const cancelled: Way = (id) => must(put('paris', id, 20, { reason: 'changed mind' }));
const rejected: Way = (id) =>
  must(put('paris', id, 1, { move: 'store_reject', reason: 'finish not as agreed' }));

const RECEIVED: readonly Way[] = [sent, benches(3)];
const DONE: readonly Way[] = [...RECEIVED, benches(4, 6, 12, 13)];
const HOME: readonly Way[] = [...DONE, sentHome(), atCounter];
const WAYS: Readonly<Record<StatusId, readonly Way[]>> = {
  [Status.Created]: [],
  [Status.SentToWarehouse]: [sent],
  [Status.ReceiveFromShop]: RECEIVED,
  [Status.SAVCheckResult]: [...RECEIVED, benches(Status.SAVCheckResult)],
  [Status.MCToCN]: [...RECEIVED, sentOn],
  [Status.IncomingCheck]: [...RECEIVED, benches(Status.IncomingCheck)],
  [Status.RepairProcess]: [...RECEIVED, benches(Status.RepairProcess)],
  [Status.RepairPolish]: [...RECEIVED, benches(Status.RepairPolish)],
  [Status.RepairQC]: [...RECEIVED, benches(Status.RepairProcess, Status.RepairQC)],
  [Status.PlatingProcess]: [
    ...RECEIVED,
    benches(Status.RepairProcess, Status.RepairQC, Status.PlatingProcess),
  ],
  [Status.AssemblyProcess]: [
    ...RECEIVED,
    benches(Status.RepairProcess, Status.RepairQC, Status.AssemblyProcess),
  ],
  [Status.AssemblyPenPlatingProcess]: [
    ...RECEIVED,
    benches(Status.RepairProcess, Status.RepairQC, Status.AssemblyPenPlatingProcess),
  ],
  [Status.AssemblySettingStone]: [
    ...RECEIVED,
    benches(Status.RepairProcess, Status.RepairQC, Status.AssemblySettingStone),
  ],
  [Status.AssemblySettingPearl]: [
    ...RECEIVED,
    benches(Status.RepairProcess, Status.RepairQC, Status.AssemblySettingPearl),
  ],
  [Status.FinalQCProcess]: [
    ...RECEIVED,
    benches(Status.RepairProcess, Status.RepairQC, Status.FinalQCProcess),
  ],
  [Status.RepairDone]: DONE,
  [Status.LogisticsShipOut]: [...DONE, sentHome()],
  [Status.ShopReceived]: HOME,
  [Status.TakenByClient]: [...HOME, handedOver],
  [Status.Closed]: [...HOME, rejected],
  [Status.Cancelled]: [cancelled],
};

async function pieceAt(status: StatusId, more: readonly Way[] = []): Promise<number> {
  const { itemId } = await world.journey.deposit();
  for (const go of [...WAYS[status], ...more]) await go(itemId);
  return itemId;
}

/** A piece that a move of the table can take: what the move's guards ask for is there. */
function prepared(from: StatusId, to: StatusId): Promise<number> {
  const packedFor: Partial<Record<StatusId, Way>> = {
    [Status.SentToWarehouse]: (id) => packed('paris', id, 'OUT'),
    [Status.LogisticsShipOut]: (id) => packed('warehouse', id, 'HOME'),
    [Status.MCToCN]: (id) =>
      packed('warehouse', id, 'ON', {
        order_type: Status.ReceiveFromShop,
        destination: world.api.sites.get('FSZ') ?? 0,
      }),
  };
  if (from === Status.LogisticsShipOut && to === Status.TakenByClient)
    return pieceAt(13, [sentHome({ to_client: true })]);
  if (from === Status.ShopReceived && to === Status.TakenByClient) return pieceAt(15, [signedFor]);
  const pack = packedFor[to];
  return pieceAt(from, pack === undefined ? [] : [pack]);
}

/** Who stands where a piece of this status lies and may make the move. */
function moverOf(from: StatusId, to: StatusId): PersonName {
  if (from === Status.MCToCN) return 'factory';
  if (from === Status.Created) return to === Status.ReceiveFromShop ? 'warehouse' : 'paris';
  // 16 asks for the right to hand over, which the shop has, at a client's door too.
  return from === Status.LogisticsShipOut || from === Status.ShopReceived ? 'paris' : 'warehouse';
}

/** What the call needs beside the target: a way back its reason, an early 13 its outcome, a client's door its proof. */
function detailsOf(from: StatusId, to: StatusId) {
  return {
    ...(enteredBy(from, to) === '↩' && { reason: 'because' }),
    ...(to === Status.RepairDone && from !== Status.FinalQCProcess && { outcome: 'unrepaired' }),
    ...(from === Status.LogisticsShipOut && to === Status.TakenByClient && { tracking_no: 'POD-1' }),
  };
}

/** The answer to a target that the table does not offer. No one moves a piece to 21 by hand. */
function refusalOf(from: StatusId, to: StatusId): string {
  if (to === Status.Closed) return 'forbidden';
  if (from === to) return 'already_in_status';
  if (from === Status.Cancelled) return 'item_cancelled';
  return from === Status.Closed ? 'item_closed' : 'illegal_transition';
}

const statusOf = async (id: number): Promise<number | null> =>
  itemCustodyOf(await world.call('admin', 'GET', `/custody?rma_item_id=${id}`)).item.rma_status_id;

/** What a cell answers and leaves behind, in words that name the cell. */
async function cell(who: PersonName, id: number, from: StatusId, to: StatusId): Promise<string> {
  const { code } = await put(who, id, to, detailsOf(from, to));
  return `${from} → ${to}: ${code}, stands at ${await statusOf(id)}`;
}

describe('PUT /rmastatus, every status against every target (product/repair.md §2)', () => {
  it.each(ALL_STATUSES)('from %i refuses each target that the table does not offer', async (from) => {
    const piece = await pieceAt(from);
    const targets = ALL_STATUSES.filter((to) => enteredBy(from, to) === null);
    const answers: string[] = [];
    for (const to of targets) answers.push(await cell('admin', piece, from, to));
    expect(answers).toEqual(
      targets.map((to) => `${from} → ${to}: ${refusalOf(from, to)}, stands at ${from}`),
    );
  });

  it.each(ALL_STATUSES.filter((from) => ALL_STATUSES.some((to) => enteredBy(from, to) !== null)))(
    'from %i makes each move that the table offers',
    async (from) => {
      const targets = ALL_STATUSES.filter((to) => enteredBy(from, to) !== null);
      const answers: string[] = [];
      for (const to of targets)
        answers.push(await cell(moverOf(from, to), await prepared(from, to), from, to));
      expect(answers).toEqual(targets.map((to) => `${from} → ${to}: ok, stands at ${to}`));
    },
  );

  it('refuses a way back without its reason, and leaves the piece where it is', async () => {
    for (const from of ALL_STATUSES) {
      const back = ALL_STATUSES.filter((to) => enteredBy(from, to) === '↩');
      if (back.length === 0) continue;
      const piece = await pieceAt(from);
      for (const to of back) {
        const { code } = await put(moverOf(from, to), piece, to);
        // To who may receive, a piece that never left its shop exists only with the reason.
        const wanted =
          from === Status.Created && to === Status.ReceiveFromShop ? 'not_found' : 'reason_required';
        expect(`${from} → ${to}: ${code}`).toBe(`${from} → ${to}: ${wanted}`);
      }
      expect(await statusOf(piece)).toBe(from);
    }
  });
});
