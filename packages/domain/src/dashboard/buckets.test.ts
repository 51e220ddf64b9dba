import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, toInstant, toMs } from '../kernel.ts';
import { DEFAULT_POLICY } from '../policy.ts';
import { STATUSES, Status, type StatusId } from '../shared/status.ts';
import { dueAt, nextFlip, overdueAt, overdueCutoff, overdueTerms, overTileOf } from './buckets.ts';
import { isOverdue, tilesOf } from './testing-tiles.ts';

const ENTERED = '2026-03-01T10:00:00.000Z';
const later = (ms: number) => toInstant(toMs(ENTERED) + ms);
const tiles = (status: StatusId, ms: number) => tilesOf(status, ENTERED, later(ms), DEFAULT_POLICY);

describe('dashboard buckets (product/dashboard.md §1)', () => {
  it('counts status 1 as ready to ship, over from 72 h on and not a millisecond before', () => {
    expect(tiles(1, 72 * HOUR_MS - 1)).toEqual(['ready_to_ship']);
    expect(tiles(1, 72 * HOUR_MS)).toEqual(['ready_to_ship', 'ready_to_ship_over_72h']);
    expect(tiles(1, 72 * HOUR_MS + 1)).toEqual(['ready_to_ship', 'ready_to_ship_over_72h']);
  });

  it('counts status 15 as waiting for the customer, over from a week on and not a millisecond before', () => {
    expect(tiles(15, 7 * DAY_MS - 1)).toEqual(['waiting_for_customer']);
    expect(tiles(15, 7 * DAY_MS)).toEqual(['waiting_for_customer', 'waiting_for_customer_over_week']);
    expect(tiles(15, 7 * DAY_MS + 1)).toEqual(['waiting_for_customer', 'waiting_for_customer_over_week']);
  });

  it('counts 2 as sent to warehouse, 14 as in transit, 3 to 13 and 17 to 19 as in factory', () => {
    expect(tiles(2, 99 * DAY_MS)).toEqual(['sent_to_warehouse']);
    expect(tiles(14, 99 * DAY_MS)).toEqual(['in_transit']);
    const factory = STATUSES.filter(({ id }) => tiles(id, 0)[0] === 'in_factory').map(({ id }) => id);
    expect(factory.toSorted((a, b) => a - b)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 17, 18, 19]);
  });

  it('counts taken, closed and cancelled items nowhere', () => {
    expect([16, 20, 21].flatMap((status) => tiles(status as StatusId, 99 * DAY_MS))).toEqual([]);
  });

  it('names the very moment of the flip, so that a screen needs no polling', () => {
    expect(overdueAt(1, ENTERED, DEFAULT_POLICY)).toBe(later(72 * HOUR_MS));
    expect(overdueAt(15, ENTERED, DEFAULT_POLICY)).toBe(later(7 * DAY_MS));
    expect(overdueAt(2, ENTERED, DEFAULT_POLICY)).toBeNull();
  });

  it('gives the next flip of several items, and none once all are over', () => {
    const items = [
      { status: 1 as const, enteredAt: ENTERED },
      { status: 15 as const, enteredAt: ENTERED },
      { status: 4 as const, enteredAt: ENTERED },
    ];
    expect(nextFlip(items, later(0), DEFAULT_POLICY)).toBe(later(72 * HOUR_MS));
    expect(nextFlip(items, later(72 * HOUR_MS), DEFAULT_POLICY)).toBe(later(7 * DAY_MS));
    expect(nextFlip(items, later(7 * DAY_MS), DEFAULT_POLICY)).toBeNull();
  });

  it('has a cutoff for queries that agrees with the look at one item, to the millisecond', () => {
    const spread = fc.integer({ min: -3, max: 3 });
    fc.assert(
      fc.property(
        fc.constantFrom<[StatusId, number]>([1, 72 * HOUR_MS], [15, 7 * DAY_MS]),
        spread,
        ([status, limit], d) => {
          const now = later(limit + d);
          const tile =
            status === Status.Created ? 'ready_to_ship_over_72h' : 'waiting_for_customer_over_week';
          const cutoff = overdueCutoff(tile, now, DEFAULT_POLICY);
          expect(isOverdue(status, ENTERED, now, DEFAULT_POLICY)).toBe(cutoff !== null && ENTERED <= cutoff);
        },
      ),
    );
    expect(overdueCutoff('in_transit', ENTERED, DEFAULT_POLICY)).toBeNull();
  });

  it('keeps the over tiles subsets and lets nothing leave them by time alone, clock ±1 h (product/reliability.md §14)', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...STATUSES.map(({ id }) => id)),
        fc.integer({ min: -HOUR_MS, max: 10 * DAY_MS }),
        fc.integer({ min: 0, max: HOUR_MS }),
        (status, ms, more) => {
          const now = tiles(status, ms);
          expect(tiles(status, ms + more)).toEqual(expect.arrayContaining([...now]));
          expect(now.length).toBeLessThanOrEqual(2);
        },
      ),
    );
  });
});

describe('when a piece is due (product/dashboard.md §1)', () => {
  const due = (status: StatusId, usual: number | null, stages = {}) =>
    dueAt(
      { status, siteId: 31, enteredAt: ENTERED, clockFrom: ENTERED, usualHours: usual },
      { ...DEFAULT_POLICY, stages },
    );

  it('at the counter and back in the shop: when its tile counts it as over', () => {
    expect(due(1, 5)).toBe(later(72 * HOUR_MS));
    expect(due(15, null)).toBe(later(7 * DAY_MS));
  });

  it('at a stage: after its usual hours, or those that are configured', () => {
    expect(due(4, 5)).toBe(later(5 * HOUR_MS));
    expect(due(4, 5, { 4: { targetHours: 9, wipLimit: null, sites: {} } })).toBe(later(9 * HOUR_MS));
    expect(due(4, null)).toBeNull();
    expect(due(4, 5, { 4: { targetHours: null, wipLimit: null, sites: {} } })).toBeNull();
  });

  it('at a site with other limits: by these, none included', () => {
    const at = (siteId: number | null, targetHours: number | null) =>
      dueAt(
        { status: 4, siteId, enteredAt: ENTERED, clockFrom: later(HOUR_MS), usualHours: 5 },
        {
          ...DEFAULT_POLICY,
          stages: {
            4: { targetHours: 9, wipLimit: null, sites: { 31: { targetHours, wipLimit: null } } },
          },
        },
      );
    expect(at(31, 2)).toBe(later(3 * HOUR_MS));
    expect(at(31, null)).toBeNull();
    expect([at(32, 2), at(null, 2)]).toEqual([later(10 * HOUR_MS), later(10 * HOUR_MS)]);
  });

  it('never on its way or after the end', () => {
    expect([2, 14, 16, 20, 21].map((status) => due(status as StatusId, 5))).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('what turns overdue by the clock alone', () => {
  it('is what stands at 1 and at 15, each with the moment before which it entered', () => {
    expect(overdueTerms(ENTERED, DEFAULT_POLICY)).toEqual([
      { status: 1, tile: 'ready_to_ship_over_72h', cutoff: later(-72 * HOUR_MS) },
      { status: 15, tile: 'waiting_for_customer_over_week', cutoff: later(-7 * DAY_MS) },
    ]);
  });

  it('has a separate tile only there', () => {
    expect(STATUSES.flatMap(({ id }) => overTileOf(id) ?? [])).toEqual([
      'ready_to_ship_over_72h',
      'waiting_for_customer_over_week',
    ]);
  });
});
