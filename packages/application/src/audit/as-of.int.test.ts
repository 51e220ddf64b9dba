import { tilesOf } from '@atelier/domain/dashboard/testing-tiles.ts';
import type { Moment } from '@atelier/domain/audit/moment.ts';
import { micros } from '@atelier/domain/kernel.ts';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import type { ItemEvent } from '@atelier/domain/repair/item/events.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { isFinal, type StatusId } from '@atelier/domain/shared/status.ts';
import type { StoredEvent } from '@atelier/event-store/types.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withSubjects } from '../named-subjects.ts';
import { inlineRowOf, itemAggregate } from '../aggregates.ts';
import { pastStageBoard } from '../dashboard/board.queries.ts';
import { pastCreateHistory } from '../dashboard/create-history.queries.ts';
import { pastDashboardStats } from '../dashboard/past-dashboard.queries.ts';
import { openWorld, TEST_NOW, type World } from '../projections/testing.ts';
import { META, randomStories, seeded, type Story } from '../projections/testing-histories.ts';
import { listPastItemIds } from '../repair-list/past-item-list.queries.ts';
import { itemsOfPastPackage } from '../shipping/past-shipment.queries.ts';
import { placedByRule, sees, type ByRule } from './testing-by-rule.ts';
import { findPastItemRecords } from '../repair-detail/past-item-record.queries.ts';

const random = seeded(155);
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no list is empty
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const HOUR_MS = 3_600_000;
const by = { userId: 7, workerId: null };
const iso = (ms: number): string => new Date(ms).toISOString();
const timeOf = ({ data }: ItemEvent): number => Date.parse('at' in data ? data.at : data.createdAt);

/** What a story leaves out and spans keep; some of it by a clock that ran behind. */
function withExtras(event: ItemEvent): readonly ItemEvent[] {
  const at = iso(timeOf(event) + Math.floor((random() - 0.3) * 2 * HOUR_MS));
  const extras: readonly ItemEvent[] = [
    { type: 'OutcomeRecorded', data: { outcome: pick(['repaired', 'unrepaired']), reason: null, at, by } },
    { type: 'TransferNeeded', data: { reason: 'no oven', at, by } },
    { type: 'TransferFlagged', data: { toSiteId: 31, at, by } },
    { type: 'TransferUnflagged', data: { at, by } },
    { type: 'ReminderDue', data: { number: 1, dueAt: at, escalated: random() < 0.5, at, by } },
    { type: 'FollowUpRecorded', data: { customerRef: 'c', result: 'reached', note: null, at, by } },
    { type: 'HoldPlaced', data: { hold: 'dispute', reason: 'a test', at, by } },
  ] as const as readonly ItemEvent[];
  return random() < 0.4 ? [event, pick(extras)] : [event];
}

let world: World;
let stories: readonly Story[];
const streams = new Map<number, readonly StoredEvent[]>();
const places = new Map<number, readonly ByRule[]>();

beforeAll(async () => {
  world = await openWorld();
  stories = randomStories({ seed: 155, deposits: 160, steps: 14 }).map((story) => ({
    ...story,
    item: story.item.flatMap(withExtras),
  }));
  await write();
  await world.settle();
  for (const { itemId } of stories) {
    const { events } = await world.store.readStream(`item-${itemId}`);
    streams.set(itemId, events);
    places.set(itemId, placedByRule(events));
  }
});
afterAll(() => world.close());

/**
 * Writes the events one after the other, the streams interleaved, so that each has a distinct recording time.
 * Scans come late.
 */
async function write(): Promise<void> {
  for (const { rmaId, rma } of stories) {
    const row = inlineRowOf(`rma-${rmaId}`, rma);
    const stream = { streamId: `rma-${rmaId}`, expectedVersion: 0, events: rma, ...(row && { row }) };
    await world.store.append({ streams: [stream], metadata: META });
  }
  const longest = Math.max(...stories.map(({ item }) => item.length));
  for (let index = 0; index < longest; index += 1)
    await Promise.all(
      stories.flatMap(({ itemId, item }) => {
        const event = withSubjects(`item-${itemId}`, item)[index];
        if (event === undefined) return [];
        const row = inlineRowOf(`item-${itemId}`, item.slice(0, index + 1));
        const stream = { streamId: `item-${itemId}`, expectedVersion: index, events: [event] };
        const claimed = iso(timeOf(event) - Math.floor(random() * 30 * HOUR_MS));
        const metadata = { ...META, occurredAt: claimed };
        return [world.store.append({ streams: [{ ...stream, ...(row && { row }) }], metadata })];
      }),
    );
}

function selectedByRule(itemId: number, { asOf, knownAt }: Moment): readonly StoredEvent[] {
  return (places.get(itemId) ?? [])
    .filter(({ trueFrom, known }) => {
      return (asOf === null || trueFrom <= micros(asOf)) && (knownAt === null || known <= micros(knownAt));
    })
    .map(({ event }) => event);
}

/** The items' rows at a moment, of those that a scope saw then and sees now, by folding the log. */
function rowsByLog(scope: DataScope, moment: Moment) {
  return stories.flatMap(({ itemId }) => {
    const all = streams.get(itemId) ?? [];
    const [then, now] = [itemAggregate.rowOf(selectedByRule(itemId, moment)), itemAggregate.rowOf(all)];
    const isSeen = [then, now].every((row) => row !== undefined && sees(scope, row.values));
    return then !== undefined && isSeen ? [then.values] : [];
  });
}

/** On neither axis, on one of them, on both: near events, where it matters. */
function someMoment(): Moment {
  const events = streams.get(pick(stories).itemId) ?? [];
  const [one, other] = [pick(events), pick(events)];
  const data: Readonly<Record<string, unknown>> = { ...one.data };
  const near = iso(Date.parse(String(data['at'] ?? data['createdAt'])) + pick([-HOUR_MS, -1, 0, 1, 0]));
  const asOf = pick([near, near, TEST_NOW.toISOString(), other.recordedAt]);
  return { asOf, knownAt: pick([null, other.recordedAt, other.recordedAt]) };
}

/** Thousands of reads on a machine that is busy with others. */
const PATIENT_MS = 300_000;
const ALL: DataScope = { kind: 'all' };
const plain = (value: unknown): unknown =>
  value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : (value ?? null);

describe('a piece at a random moment', () => {
  it(
    'equals the fold of its stream at 1,000 random moments of both axes',
    async () => {
      const rounds = Array.from({ length: 1_000 }, () => ({
        itemId: pick(stories).itemId,
        moment: someMoment(),
      }));
      let [empty, cut] = [0, 0];
      const compare = async ({ itemId, moment }: (typeof rounds)[number]) => {
        const selected = selectedByRule(itemId, moment);
        const row = itemAggregate.rowOf(selected)?.values;
        const [record] = await world.asked(ALL, (trx) =>
          findPastItemRecords(trx, [itemId], { store: world.store, moment, scope: ALL }),
        );
        const found: Readonly<Record<string, unknown>> | undefined = record && { ...record };
        expect([itemId, moment, found?.['version']]).toEqual([itemId, moment, selected.at(-1)?.version]);
        const shown = COMPARED.map((name) => [name, plain(found?.[name])]);
        expect([itemId, moment, shown]).toEqual([
          itemId,
          moment,
          COMPARED.map((name) => [name, plain(row?.[name])]),
        ]);
        empty += row === undefined ? 1 : 0;
        cut += selected.length > 0 && selected.length < (streams.get(itemId)?.length ?? 0) ? 1 : 0;
      };
      for (let from = 0; from < rounds.length; from += 6)
        await Promise.all(rounds.slice(from, from + 6).map(compare));
      // The moments are worth asking for: some before everything, many in the middle of a life.
      expect(empty).toBeGreaterThan(20);
      expect(cut).toBeGreaterThan(300);
    },
    PATIENT_MS,
  );

  const COMPARED = [
    'status',
    'status_entered_at',
    'custody_kind',
    'custody_site',
    'custody_to',
    'visible_sites',
    'outcome',
    'transfer_to',
    'holds',
    'last_scan_at',
    'last_scan_target',
    'scanned_targets',
    'factory_comments',
    'store_comments',
    'follow_ups',
    'to_call',
    'call_escalated',
  ];
});

describe('a site at a random moment', () => {
  const SCOPES: readonly DataScope[] = [
    ALL,
    { kind: 'store', siteId: 1 },
    { kind: 'store', siteId: 5 },
    { kind: 'site', siteId: 20 },
    { kind: 'site', siteId: 30 },
    { kind: 'site', siteId: 31 },
  ];

  const cases = () =>
    Array.from({ length: 100 }, () => {
      const [scope, moment] = [pick(SCOPES), someMoment()];
      return { scope, moment, rows: rowsByLog(scope, moment) };
    });

  const ownOf = (scope: DataScope, rows: ReturnType<typeof rowsByLog>) =>
    rows.filter((row) => scope.kind !== 'store' || row['store_id'] === scope.siteId);

  it('counts what the log says, tile by tile, at 100 moments', async () => {
    let counted = 0;
    for (const { scope, moment, rows } of cases()) {
      const stats = await world.asked(scope, (trx) =>
        pastDashboardStats(trx, moment, { now: TEST_NOW, policy: DEFAULT_POLICY }),
      );
      const own = ownOf(scope, rows);
      const tiles = own.flatMap((row) =>
        tilesOf(
          row['status'] as StatusId,
          String(row['status_entered_at']),
          moment.asOf ?? '',
          DEFAULT_POLICY,
        ),
      );
      for (const [tile, count] of Object.entries({ ...stats }).filter(([name]) => TILES.includes(name)))
        expect([scope, moment, tile, count]).toEqual([
          scope,
          moment,
          tile,
          tiles.filter((each) => each === tile).length,
        ]);
      expect(stats.to_call).toBe(own.filter((row) => row['to_call'] === true).length);
      expect(stats.call_escalated).toBe(own.filter((row) => row['call_escalated'] === true).length);
      expect(stats.total).toBe(own.filter((row) => !isFinal(row['status'] as StatusId)).length);
      counted += stats.total;
    }
    expect(counted).toBeGreaterThan(1_000);
  });

  const TILES: readonly string[] = [
    'ready_to_ship',
    'ready_to_ship_over_72h',
    'waiting_for_customer',
    'waiting_for_customer_over_week',
    'sent_to_warehouse',
    'in_transit',
    'in_factory',
  ];

  it(
    'lists the very pieces that the log says, at 100 moments',
    async () => {
      for (const { scope, moment, rows } of cases()) {
        const context = { scope, now: TEST_NOW, policy: DEFAULT_POLICY, itemsOfPackage: itemsOfPastPackage };
        const statuses = pick([undefined, [4, 5, 6, 8], [1, 15], [16, 20, 21, 14]]);
        const hold = pick([undefined, undefined, 'dispute' as const]);
        const { ids, total } = await world.asked(scope, (trx) =>
          listPastItemIds(trx, { statuses, hold, page: 1, pageSize: 200 }, context, {
            store: world.store,
            moment,
            scope,
          }),
        );
        const wanted = ownOf(scope, rows)
          .filter((row) => statuses?.includes(Number(row['status'])) ?? true)
          .filter((row) => hold === undefined || (Array.isArray(row['holds']) && row['holds'].includes(hold)))
          .map((row) => Number(row['id']))
          .toSorted((a, b) => b - a);
        expect([scope, moment, statuses, hold, ids]).toEqual([scope, moment, statuses, hold, wanted]);
        expect(total).toBe(wanted.length);
      }
    },
    PATIENT_MS,
  );

  it('shows the board and the weeks that the log says, at 100 moments', async () => {
    for (const { scope, moment, rows } of cases()) {
      const weeks = await world.asked(scope, (trx) => pastCreateHistory(trx, scope, moment, TEST_NOW));
      const oldest = new Date(Date.parse(moment.asOf ?? '') - 11 * 7 * 24 * HOUR_MS);
      const since = oldest.setUTCHours(0, 0, 0, 0) - ((oldest.getUTCDay() + 6) % 7) * 24 * HOUR_MS;
      const made = ownOf(scope, rows).filter((row) => Date.parse(String(row['created_at'])) >= since);
      expect(weeks.reduce((sum, week) => sum + week.total, 0)).toBe(made.length);
      if (scope.kind === 'store') continue;
      const siteId = 'siteId' in scope ? scope.siteId : 30;
      const board = await world.asked(scope, (trx) => pastStageBoard(trx, siteId, moment));
      for (const column of board?.columns ?? []) {
        const held = rows.filter((row) => row['status'] === column.rma_status_id && standsAt(row, siteId));
        const oldestIn = held.map((row) => String(row['status_entered_at'])).toSorted()[0];
        expect([moment, column.rma_status_id, column.count]).toEqual([
          moment,
          column.rma_status_id,
          held.length,
        ]);
        expect(column.oldest_entered_at).toBe(oldestIn ?? null);
      }
    }
  });

  const standsAt = (row: Readonly<Record<string, unknown>>, siteId: number): boolean =>
    row['status'] === 18
      ? row['custody_from'] === siteId || row['custody_to'] === siteId
      : row['custody_site'] === siteId;
});
