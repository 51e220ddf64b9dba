import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { at, FACTORY, FACTORY_2, PARIS, TOKYO } from '../../processes/testing.ts';
import { worldAt } from '../../processes/testing-stages.ts';
import type { Item } from '../item/item.ts';
import { byScanOrder, isSaved, scanFlags, scanVerdict } from './scanning.ts';
import { STATUSES } from '../../shared/status.ts';

const verdictAt = (
  status: Parameters<typeof worldAt>[0],
  target: Parameters<typeof worldAt>[0],
  siteId = FACTORY,
) => scanVerdict(worldAt(status).item(1), target, { shipmentId: null, siteId });

describe('the scanning rule compares rank (product/repair.md §7)', () => {
  it('equal is scanned and saved, higher too, lower neither', () => {
    expect(scanFlags(6, [], 6)).toEqual({ isScanned: true, isSaved: true });
    expect(scanFlags(12, [], 6)).toEqual({ isScanned: true, isSaved: true });
    expect(scanFlags(4, [], 6)).toEqual({ isScanned: false, isSaved: false });
  });

  it('counts 15 as saved at 15 unless it travels to another shop', () => {
    expect(scanFlags(15, [], 15)).toEqual({ isScanned: true, isSaved: true });
    expect(scanFlags(15, [], 15, true)).toEqual({ isScanned: false, isSaved: false });
    expect(scanFlags(15, [15], 15, true)).toEqual({ isScanned: true, isSaved: false });
    expect(scanFlags(13, [], 12, true)).toEqual({ isScanned: true, isSaved: true });
  });

  it('does not call an item at 17 to 19 done before its repair began', () => {
    expect(isSaved(17, 4)).toBe(false);
    expect(isSaved(19, 13)).toBe(false);
    expect(isSaved(4, 19)).toBe(true);
  });

  it('has the exception 19 → 17, 10 → 9, 11 → 9 and 11 → 10: not yet scanned', () => {
    expect([isSaved(19, 17), isSaved(10, 9), isSaved(11, 9), isSaved(11, 10)]).toEqual([
      false,
      false,
      false,
      false,
    ]);
    const exceptions = STATUSES.flatMap(({ id: from, rank }) =>
      STATUSES.filter((to) => to.rank > 0 && to.rank < rank && !isSaved(from, to.id)).map(
        (to) => `${from}→${to.id}`,
      ),
    );
    expect(exceptions.toSorted()).toEqual(['10→9', '11→10', '11→9', '19→17']);
  });

  it('counts a mark that waits for its move as scanned and not saved', () => {
    expect(scanFlags(4, [6], 6)).toEqual({ isScanned: true, isSaved: false });
    expect(scanFlags(4, [5], 6)).toEqual({ isScanned: false, isSaved: false });
  });

  it('never takes a cancelled item as done', () => {
    expect(isSaved(20, 3)).toBe(false);
    expect(isSaved(20, 20)).toBe(true);
  });

  it('asks for an item that travels between shops where it arrives', () => {
    expect(scanFlags(15, [], 15, true).isSaved).toBe(false);
    expect(scanFlags(15, [], 15, false).isSaved).toBe(true);
  });

  it('lists unscanned first, then the oldest, then by id', () => {
    const line = (id: number, isScanned: boolean, enteredAt: string) => ({
      id,
      isScanned,
      isSaved: false,
      enteredAt,
    });
    const lines = [
      line(1, true, '2026-01-01T00:00:00.000Z'),
      line(4, false, '2026-01-03T00:00:00.000Z'),
      line(2, false, '2026-01-02T00:00:00.000Z'),
      line(3, false, '2026-01-02T00:00:00.000Z'),
    ];
    expect(lines.toSorted(byScanOrder).map(({ id }) => id)).toEqual([2, 3, 4, 1]);
  });

  it('orders lines the same whatever order they come in (product/reliability.md §14)', () => {
    const line = fc.record({
      id: fc.integer({ min: 1, max: 6 }),
      isScanned: fc.boolean(),
      isSaved: fc.constant(false),
      enteredAt: fc.constantFrom(
        '2026-03-29T00:59:59.999Z',
        '2026-03-29T01:00:00.000Z',
        '2026-12-31T23:59:59.999Z',
      ),
    });
    fc.assert(
      fc.property(fc.uniqueArray(line, { selector: ({ id }) => id }), (lines) => {
        expect(lines.toReversed().toSorted(byScanOrder)).toEqual(lines.toSorted(byScanOrder));
      }),
    );
  });
});

describe('verdicts (product/repair.md §8)', () => {
  it('accepted, where a forward or lateral move leads to the target', () => {
    expect(verdictAt(3, 19)).toEqual({ verdict: 'accepted' });
    expect(verdictAt(19, 17)).toEqual({ verdict: 'accepted' });
    expect(verdictAt(10, 9)).toEqual({ verdict: 'accepted' });
    expect(verdictAt(2, 3)).toEqual({ verdict: 'accepted' });
  });

  it('accepted at 15 while it only passes from one shop to another', () => {
    const world = worldAt(14);
    world.run(world.move(1, 15, at(TOKYO)));
    world.pack(112, 4, TOKYO, PARIS, [1]).send(112);
    const scan = { shipmentId: 112, siteId: PARIS };
    expect(scanVerdict(world.item(1), 15, scan)).toEqual({ verdict: 'accepted' });
  });

  it('already done, with who was first and when', () => {
    expect(verdictAt(3, 3)).toEqual({
      verdict: 'already_done',
      first: { at: '2026-03-02T09:02:00.000Z', by: FACTORY * 100, workerId: null },
    });
    expect(verdictAt(6, 3)).toEqual({ verdict: 'already_done', first: null });
  });

  it('lets the first scan win and gives the second who and when', () => {
    const world = worldAt(4);
    const scan = { type: 'ScanItem', target: 6, shipmentId: null, trackingNumber: null } as const;
    world.run(world.on(1, scan, at(FACTORY, 7)));
    world.wait(1000).run(world.on(1, scan, at(FACTORY, 8)));
    const [first, second] = (world.logs.get('item-1') ?? []).filter((event) => event.type === 'ItemScanned');
    expect(first?.data).toMatchObject({ verdict: 'accepted', by: { workerId: 7 } });
    expect(second?.data).toMatchObject({ verdict: 'already_done', by: { workerId: 8 } });
    expect(world.item(1).scans.marks).toMatchObject([{ workerId: 7, at: '2026-03-02T09:03:00.000Z' }]);
    expect(scanVerdict(world.item(1), 6, { shipmentId: null, siteId: FACTORY })).toMatchObject({
      first: { workerId: 7 },
    });
    expect(world.item(1).status).toBe(4);
  });

  it('wrong package, when the package at hand is another one', () => {
    const item = worldAt(2).item(1);
    expect(scanVerdict(item, 3, { shipmentId: 99, siteId: FACTORY })).toEqual({
      verdict: 'wrong_package',
      trackingNumber: 'TRK-11',
    });
    expect(scanVerdict(item, 3, { shipmentId: 11, siteId: FACTORY }).verdict).toBe('accepted');
    expect(scanVerdict(worldAt(1).item(1), 3, { shipmentId: 99, siteId: FACTORY })).toEqual({
      verdict: 'wrong_package',
      trackingNumber: null,
    });
  });

  it('already done, not wrong package, for what came out of the package at hand', () => {
    const item = worldAt(3).item(1);
    expect(scanVerdict(item, 3, { shipmentId: 11, siteId: FACTORY }).verdict).toBe('already_done');
  });

  it('wrong stage, and which', () => {
    expect(verdictAt(3, 6)).toEqual({ verdict: 'wrong_stage', status: 3 });
    expect(verdictAt(1, 3)).toEqual({ verdict: 'wrong_stage', status: 1 });
  });

  it('wrong stage for 13 before the final check, unless the jewel will not be repaired', () => {
    const world = worldAt(17);
    expect(scanVerdict(world.item(1), 13, { shipmentId: null, siteId: FACTORY }).verdict).toBe('wrong_stage');
    world.run(
      world.on(
        1,
        { type: 'ReplaceItem', replacement: { sku: 'RING-1', serial: 'N1' }, reason: null },
        at(FACTORY),
      ),
    );
    expect(scanVerdict(world.item(1), 13, { shipmentId: null, siteId: FACTORY }).verdict).toBe('accepted');
  });

  it('wrong stage at a site where the jewel does not lie', () => {
    expect(verdictAt(4, 6, FACTORY_2)).toEqual({ verdict: 'wrong_stage', status: 4 });
  });

  it('unknown and cancelled', () => {
    expect(scanVerdict({ kind: 'none' }, 3, { shipmentId: null, siteId: null })).toEqual({
      verdict: 'unknown',
    });
    expect(verdictAt(20, 2, PARIS)).toEqual({ verdict: 'cancelled' });
  });

  it('held, and by what: approval at the benches only', () => {
    const world = worldAt(3, { purchaseDate: '2020-01-01' });
    world.run(world.on(1, { type: 'RequestWaiver', remark: 'please' }, at(PARIS)));
    const context = { shipmentId: null, siteId: FACTORY };
    expect(scanVerdict(world.item(1), 4, context)).toEqual({ verdict: 'held', hold: 'approval' });
    expect(scanVerdict(world.item(1), 19, context)).toEqual({ verdict: 'accepted' });
  });

  it('records a refused scan too, without marking the line', () => {
    const world = worldAt(3);
    world.run(
      world.on(1, { type: 'ScanItem', target: 12, shipmentId: null, trackingNumber: null }, at(FACTORY)),
    );
    expect(world.item(1).scans.last).toMatchObject({ target: 12, verdict: 'wrong_stage' });
    expect(world.item(1).scans.marks).toEqual([]);
  });

  it('leaves the piece with its first scanner when another person scans it again, before and after the move', () => {
    const world = worldAt(4);
    const scan = { type: 'ScanItem', target: 6, shipmentId: null, trackingNumber: null } as const;
    const second = { ...at(FACTORY), userId: 77 };
    const first = at(FACTORY).userId;
    world.run(world.on(1, scan, at(FACTORY))).run(world.on(1, scan, second));
    expect(world.item(1).scans.last).toMatchObject({ target: 6, verdict: 'accepted', by: first });
    world.run(world.move(1, 6, at(FACTORY))).run(world.on(1, scan, second));
    expect(world.item(1).scans.last).toMatchObject({ target: 6, verdict: 'accepted', by: first });
    world.run(world.on(1, { ...scan, target: 12 }, second));
    expect(world.item(1).scans.last).toMatchObject({ target: 12, by: 77 });
  });

  it('spends the mark with the move, and drops it with "clear all"', () => {
    const world = worldAt(4);
    const scan = { type: 'ScanItem', target: 6, shipmentId: null, trackingNumber: null } as const;
    world
      .run(world.on(1, scan, at(FACTORY)))
      .run(world.on(1, { type: 'ClearScans', target: 6 }, at(FACTORY)));
    expect(world.item(1).scans.marks).toEqual([]);
    world.run(world.on(1, scan, at(FACTORY))).run(world.move(1, 6, at(FACTORY)));
    expect(world.item(1).scans.marks).toEqual([]);
  });
});

describe('what lies beyond the rank', () => {
  it('a target of cancelled is done for nothing but what is cancelled', () => {
    expect([isSaved(4, 20), isSaved(16, 20)]).toEqual([false, false]);
  });

  it('a jewel on its way to a shop is not handed over by a scan, one on its way to the client is', () => {
    expect(verdictAt(14, 16).verdict).toBe('wrong_stage');
    const item = worldAt(14).item(1);
    if (item.custody.kind !== 'shipment') throw new Error('it should travel');
    const toClient = { ...item, custody: { ...item.custody, to: null } };
    expect(scanVerdict(toClient, 16, { shipmentId: null, siteId: PARIS }).verdict).toBe('accepted');
  });

  it('only what will not be repaired is done before the benches', () => {
    expect(verdictAt(17, 13).verdict).toBe('wrong_stage');
    const checked = worldAt(17).item(1);
    const item: Item = { ...checked, work: { ...checked.work, outcome: 'unrepaired' } };
    expect(scanVerdict(item, 13, { shipmentId: null, siteId: FACTORY }).verdict).toBe('accepted');
    expect(verdictAt(12, 13).verdict).toBe('accepted');
  });
});
