import { describe, expect, it } from 'vitest';
import type { ClearingFilter } from '../clearing/events.ts';
import { filterRefusal, matchesFilter, selectForClearing } from '../clearing/filter.ts';
import { initialClearingRun } from '../clearing/run.ts';
import { DAY_MS } from '../kernel.ts';
import { clearItems, finishClearing, startClearing, undoClearing } from './clear-orders.ts';
import { markMissing } from './loss.ts';
import { FACTORY, PARIS, World, at, depositItem, given, on } from './testing.ts';

const filter = (changes: Partial<ClearingFilter> = {}): ClearingFilter => ({
  rmaIds: [],
  startDate: null,
  endDate: '2026-12-31',
  limit: 100,
  validPurchaseDateOnly: false,
  ...changes,
});

/** Items 1 to 3 wait for their owners in Paris. */
function waiting(): World {
  const world = new World().deposit(
    100,
    [1, 2, 3].map((id) => depositItem(id)),
  );
  world.pack(11, 1, PARIS, FACTORY, [1, 2, 3]).send(11);
  for (const id of [1, 2, 3]) {
    world.run(world.move(id, 3, at(FACTORY)));
    world.run(world.on(id, { type: 'ReturnUnrepaired', reason: 'x' }, at(FACTORY)));
  }
  world.pack(12, 2, FACTORY, PARIS, [1, 2, 3]).send(12);
  for (const id of [1, 2, 3]) world.wait(1000).run(world.move(id, 15, at(PARIS)));
  return world;
}

const run = (world: World) => world.runs.get(900) ?? initialClearingRun;
const clear = () => (world: World) => clearItems(run(world), world.items, world.ctx(at(PARIS)));
const undo = () => (world: World) => undoClearing(run(world), 'mistake', world.items, world.ctx(at(PARIS)));
const started = () => {
  const world = waiting();
  return world.run(startClearing(900, filter(), false, initialClearingRun, world.ctx(at(PARIS))));
};
const statuses = (world: World) => [1, 2, 3].map((id) => world.item(id).status);

describe('order clearing 15 → 16 (product/clearing.md §2)', () => {
  it('clears what waits, administratively, and finishes', () => {
    const world = started();
    given(world).when(clear()).thenDone();
    world.run(finishClearing(run(world), world.ctx(at(PARIS))));
    expect(statuses(world)).toEqual([16, 16, 16]);
    expect(world.item(1).lastMove).toMatchObject({ move: 'administrative' });
    expect(run(world)).toMatchObject({ state: 'done', cleared: [1, 2, 3], skipped: [] });
  });

  it('clears one and skips one in the same step', () => {
    const world = started();
    world.run(world.on(2, { type: 'PlaceHold', hold: 'dispute', reason: 'x' }, at(PARIS)));
    const step = new Map([1, 2].map((id) => [id, world.item(id)]));
    world.run(clearItems(run(world), step, world.ctx(at(PARIS))));
    expect(run(world)).toMatchObject({ cleared: [1], skipped: [{ itemId: 2 }] });
    expect(statuses(world)).toEqual([16, 15, 15]);
  });

  it('skips and lists what cannot be cleared', () => {
    const world = started();
    world.run(world.on(2, { type: 'PlaceHold', hold: 'dispute', reason: 'x' }, at(PARIS)));
    world.run(world.on(3, { type: 'RecordSignature', kind: 'pickup', signature: 's' }, at(PARIS)));
    world.run(world.on(3, { type: 'HandOver', signature: 's' }, at(PARIS)));
    world.after(clear());
    expect(run(world)).toMatchObject({
      cleared: [1],
      skipped: [
        { itemId: 2, because: 'held_dispute' },
        { itemId: 3, because: 'illegal_transition' },
      ],
    });
  });

  it('clears a batch once, however often it is delivered', () => {
    const world = started();
    world.after(clear());
    given(world).when(clear()).thenNothing();
    expect(world.logs.get('clearing-run-900')).toHaveLength(2);
  });

  it('skips a piece once, however often its batch is delivered', () => {
    const world = started().after(on(2, { type: 'PlaceHold', hold: 'dispute', reason: 'x' }, at(PARIS)));
    world.after(clear());
    given(world).when(clear()).thenNothing();
    expect(run(world)).toMatchObject({ cleared: [1, 3], skipped: [{ itemId: 2 }] });
  });

  it('takes a whole run back, with the waiting time each item had', () => {
    const world = started();
    const entered = [1, 2, 3].map((id) => world.item(id).enteredAt);
    world.wait(DAY_MS).after(clear());
    given(world.wait(DAY_MS)).when(undo()).thenDone();
    expect(statuses(world)).toEqual([15, 15, 15]);
    expect([1, 2, 3].map((id) => world.item(id).enteredAt)).toEqual(entered);
    expect(run(world)).toMatchObject({ state: 'undone', undo: { restored: [1, 2, 3], skipped: [] } });
    given(world).when(undo()).thenRejected('run_undone');
  });

  it('skips and lists on undo what was handed over or closed since', () => {
    const world = started();
    world.after(clear());
    world.run(world.on(1, { type: 'RecordSignature', kind: 'pickup', signature: 's' }, at(PARIS)));
    world.run(world.on(1, { type: 'HandOver', signature: 's' }, at(PARIS)));
    world.wait(14 * DAY_MS).run(world.on(2, { type: 'CloseItem' }, at(PARIS)));
    world.after(undo());
    expect(statuses(world)).toEqual([16, 21, 15]);
    expect(run(world)).toMatchObject({
      undo: {
        restored: [3],
        skipped: [
          { itemId: 1, because: 'already_handed_over' },
          { itemId: 2, because: 'item_closed' },
        ],
      },
    });
  });

  it('leaves a jewel that was lost since as it is', () => {
    const world = started().after(clear());
    world.run(markMissing(1, world.states, world.ctx(at(PARIS))));
    world.after(undo());
    expect(run(world)).toMatchObject({
      undo: { restored: [2, 3], skipped: [{ itemId: 1, because: 'held_missing' }] },
    });
  });

  it('does not start without a run, nor go on after its undo', () => {
    const world = waiting();
    given(world).when(clear()).thenRejected('run_not_found');
    const undone = started();
    undone.after(clear());
    undone.after(undo());
    given(undone).when(clear()).thenRejected('run_undone');
    const again = startClearing(900, filter(), false, run(undone), undone.ctx(at(PARIS)));
    given(undone)
      .when(() => again)
      .thenRejected('already_exists');
  });
});

describe('the filter of a run (product/clearing.md §1)', () => {
  const item = (id: number, waitingSince: string, changes = {}) => ({
    id,
    rmaId: id * 10,
    waitingSince,
    purchaseDate: '2026-01-01' as string | null,
    createdAt: '2026-01-02T00:00:00.000Z',
    ...changes,
  });

  it('asks for an end date', () => {
    expect(filterRefusal({ limit: 100 }, 1000)?.code).toBe('end_date_required');
    expect(filterRefusal({ endDate: '', limit: 100 }, 1000)?.code).toBe('end_date_required');
    expect(filterRefusal(filter(), 1000)).toBeNull();
  });

  it('takes a limit from 1 to the most allowed, and days the right way round', () => {
    expect(filterRefusal(filter({ limit: 0 }), 1000)?.code).toBe('limit_exceeded');
    expect(filterRefusal(filter({ limit: 1001 }), 1000)?.code).toBe('limit_exceeded');
    expect(filterRefusal(filter({ limit: 1000 }), 1000)).toBeNull();
    expect(filterRefusal(filter({ limit: 1 }), 1000)).toBeNull();
    expect(filterRefusal(filter({ limit: 1.5 }), 1000)?.code).toBe('limit_exceeded');
    expect(filterRefusal(filter({ startDate: '2027-01-01' }), 1000)).toEqual({
      code: 'invalid_input',
      details: { field: 'start_date' },
    });
    expect(filterRefusal(filter({ startDate: '2026-12-31' }), 1000)).toBeNull();
    expect(filterRefusal(filter({ startDate: '2026-01-01' }), 1000)).toBeNull();
    expect(filterRefusal({ endDate: '2026-12-31', limit: 100 }, 1000)).toBeNull();
  });

  it('includes both its days, to the millisecond', () => {
    const days = filter({ startDate: '2026-03-01', endDate: '2026-03-02' });
    const inside = (instant: string) => matchesFilter(item(1, instant), days);
    expect(inside('2026-02-28T23:59:59.999Z')).toBe(false);
    expect(inside('2026-03-01T00:00:00.000Z')).toBe(true);
    expect(inside('2026-03-02T23:59:59.999Z')).toBe(true);
    expect(inside('2026-03-03T00:00:00.000Z')).toBe(false);
  });

  it('takes named RMAs only, and on request only valid purchase dates', () => {
    expect(matchesFilter(item(1, '2026-03-01T00:00:00.000Z'), filter({ rmaIds: [20] }))).toBe(false);
    const valid = filter({ validPurchaseDateOnly: true });
    expect(matchesFilter(item(1, '2026-03-01T00:00:00.000Z'), valid)).toBe(true);
    expect(matchesFilter(item(1, '2026-03-01T00:00:00.000Z', { purchaseDate: null }), valid)).toBe(false);
    expect(matchesFilter(item(1, '2026-03-01T00:00:00.000Z', { purchaseDate: '2026-01-03' }), valid)).toBe(
      false,
    );
  });

  it('takes the longest waiting first, up to the limit', () => {
    const items = [
      item(3, '2026-03-02T00:00:00.000Z'),
      item(2, '2026-03-01T00:00:00.000Z'),
      item(1, '2026-03-02T00:00:00.000Z'),
    ];
    expect(selectForClearing(items, filter({ limit: 2 })).map(({ id }) => id)).toEqual([2, 1]);
  });
});
