import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical } from '../testing-equal.ts';
import { itemStream } from '../kernel.ts';
import { isItemEvent } from '../personal-data.ts';
import { customerProgress } from '../repair/customer-progress.ts';
import type { ItemStatusChanged } from '../repair/item/events.ts';
import type { Item } from '../repair/item/item.ts';
import { moveKindOf } from '../repair/item/moves.ts';
import { amountPaid } from '../repair/fees/fees.ts';
import { toItemRow } from '../repair/row.ts';
import { isStatusId, STATUSES, Status } from '../shared/status.ts';
import { toShipmentRow } from '../shipping/row.ts';
import { isTravelling, lineOf } from '../shipping/shipment.ts';
import { World } from './testing.ts';
import { startWalk, steps, take } from './walk-testing.ts';

const present = (world: World): readonly Item[] =>
  [...world.items.values()].filter((state): state is Item => state.kind === 'item');
const moves = (world: World, id: number): readonly ItemStatusChanged['data'][] =>
  (world.logs.get(itemStream(id)) ?? []).flatMap((event) =>
    event.type === 'ItemStatusChanged' ? [event.data] : [],
  );

const RUNS = 200;

/** Walks at random, and looks for faults after every step; the first ones found fail the walk. */
function walking(faultsOf: (world: World) => readonly unknown[]): () => void {
  return () =>
    fc.assert(
      fc.property(steps(120), (walk) => {
        const world = startWalk();
        const faults: unknown[] = [];
        for (const step of walk) {
          if (take(world, step)) faults.push(...faultsOf(world));
          if (faults.length > 0) break;
        }
        if (faults.length > 0) throw new Error(JSON.stringify(faults));
      }),
      { numRuns: RUNS },
    );
}

/** What is wrong with who holds the jewel of this item; empty when item and packages agree. */
function custodyFaults(world: World, item: Item): readonly string[] {
  const faults: string[] = [];
  const { custody, id } = item;
  const leg = item.legs.current;
  for (const state of world.shipments.values()) {
    if (state.kind === 'none') continue;
    const holds = isTravelling(state, id);
    if (holds !== (custody.kind === 'shipment' && custody.shipmentId === state.id)) {
      faults.push(`item ${id}: custody ${JSON.stringify(custody)}, package ${state.id} holds it: ${holds}`);
    }
    const packed = (state.stage === 'draft' || state.stage === 'sealed') && lineOf(state, id) !== undefined;
    const bound = leg?.shipmentId === state.id && custody.kind !== 'shipment';
    if (packed !== bound) faults.push(`item ${id}: bound ${bound}, in draft ${state.id}: ${packed}`);
  }
  if (custody.kind === 'shipment' && leg?.shipmentId !== custody.shipmentId)
    faults.push(`item ${id}: leg and custody`);
  return faults;
}

/** Every jewel is one chain of linked items, of which the last holds it and the others have passed it on. */
function chainFaults(world: World): readonly string[] {
  return present(world).flatMap((item) => {
    const passed = item.custody.kind === 'passed-on';
    return passed === (item.linkedTo !== null)
      ? []
      : [`item ${item.id}: linked ${item.linkedTo}, ${item.custody.kind}`];
  });
}

describe('no sequence of commands', () => {
  it('reaches an undefined state: status, rows, columns', () => {
    expect(
      walking((world) => {
        const items = present(world).filter(
          (item) => !isStatusId(item.status) || Object.values(toItemRow(item)).includes(undefined),
        );
        const shipments = [...world.shipments.values()].flatMap((state) =>
          state.kind === 'shipment' && Object.values(toShipmentRow(state)).includes(undefined) ? [state] : [],
        );
        return [...items, ...shipments];
      }),
    ).not.toThrow();
  });

  it('makes a move that the table of product/repair.md §2 does not offer', () => {
    expect(
      walking((world) =>
        present(world)
          .flatMap((item) => moves(world, item.id).slice(-2))
          .filter((move) => !isOffered(move)),
      ),
    ).not.toThrow();
  });

  it('leaves a jewel without a holder, or with two: items and packages agree', () => {
    expect(
      walking((world) => [
        ...present(world).flatMap((item) => custodyFaults(world, item)),
        ...chainFaults(world),
      ]),
    ).not.toThrow();
  });

  it('takes the customer’s progress back, except by undo', () => {
    expect(
      walking((world) =>
        present(world).flatMap((item) =>
          moves(world, item.id).filter(
            ({ from, to, move }) =>
              !move.startsWith('undo') && customerProgress(to).progress < customerProgress(from).progress,
          ),
        ),
      ),
    ).not.toThrow();
  });

  it('gives a jewel to its owner unpaid, except handed back after cancelling or corrected since', () => {
    expect(
      walking((world) =>
        present(world).filter(
          (item) =>
            item.custody.kind === 'customer' &&
            item.status !== Status.Cancelled &&
            !item.fee.payments.some(({ isCorrected }) => isCorrected) &&
            !toItemRow(item).fee_paid,
        ),
      ),
    ).not.toThrow();
  });

  it('refunds more than was paid', () => {
    expect(walking((world) => present(world).filter((item) => amountPaid(item) < 0))).not.toThrow();
  });
});

/** The table, or one of the moves that are separate commands. */
function isOffered({ from, to, move }: ItemStatusChanged['data']): boolean {
  switch (move) {
    case 'forward':
    case 'lateral':
    case 'rework':
    case 'recall':
    case 'override':
    case 'cancel':
      return moveKindOf(from, to) === move;
    case 'undo':
      return moveKindOf(to, from) !== null;
    case 'administrative':
      return from === Status.ShopReceived && to === Status.TakenByClient;
    case 'undo-administrative':
      return from === Status.TakenByClient && to === Status.ShopReceived;
    case 'store-reject':
      return from === Status.ShopReceived && to === Status.Closed;
    case 'closing':
      return from === Status.TakenByClient && to === Status.Closed;
    case 'settlement':
      return from !== Status.Cancelled && from !== Status.Closed && to === Status.Closed;
    default:
      return false;
  }
}

describe('the log', () => {
  it('replays to the same state, also through JSON', () => {
    fc.assert(
      fc.property(steps(120), (walk) => {
        const world = startWalk();
        for (const step of walk) take(world, step);
        const again = new World();
        for (const [streamId, events] of world.logs)
          again.append({ streamId, events: JSON.parse(JSON.stringify(events)) });
        for (const part of ['items', 'shipments', 'rmas', 'runs'] as const) {
          expect(canonical([...again[part]].toSorted(([a], [b]) => a - b))).toBe(
            canonical([...world[part]].toSorted(([a], [b]) => a - b)),
          );
        }
      }),
      { numRuns: 80 },
    );
  });

  it('decides the same from the same history', () => {
    fc.assert(
      fc.property(steps(80), (walk) => {
        const [one, two] = [startWalk(), startWalk()];
        for (const step of walk) expect(take(one, step)).toBe(take(two, step));
        expect(canonical([...one.logs])).toBe(canonical([...two.logs]));
      }),
      { numRuns: 40 },
    );
  });

  it('is changed by nothing that was refused', () => {
    fc.assert(
      fc.property(steps(80), (walk) => {
        const world = startWalk();
        for (const step of walk) {
          const before = present(world).map((item) => canonical(item));
          const log = [...world.logs.values()].flat().length;
          const taken = take(world, step);
          const grew = [...world.logs.values()].flat().length > log;
          expect(
            grew ||
              before.join() ===
                present(world)
                  .map((item) => canonical(item))
                  .join(),
          ).toBe(true);
          expect(taken && !grew).toBe(false);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('the walk itself', () => {
  it('has seen every status, every kind of move and every event of an item but a few words', () => {
    const seen = new Set<number>();
    const kinds = new Set<string>();
    const types = new Set<string>();
    for (const walk of fc.sample(steps(160), { numRuns: 400, seed: 20260302 })) {
      const world = startWalk();
      for (const step of walk) {
        take(world, step);
        for (const item of present(world)) seen.add(item.status);
      }
      for (const item of present(world)) for (const { move } of moves(world, item.id)) kinds.add(move);
      for (const event of [...world.logs.values()].flat()) if (isItemEvent(event)) types.add(event.type);
    }
    expect(STATUSES.map(({ id }) => id).filter((id) => !seen.has(id))).toEqual([]);
    expect([...kinds].toSorted()).toEqual([
      'administrative',
      'cancel',
      'closing',
      'forward',
      'lateral',
      'override',
      'recall',
      'rework',
      'settlement',
      'store-reject',
      'undo',
      'undo-administrative',
    ]);
    expect(types.size).toBeGreaterThan(20);
  });
});
