import type { Moment } from '@atelier/domain/audit/moment.ts';
import { micros } from '@atelier/domain/kernel.ts';
import type { CustodyHead } from '@atelier/contracts/custody/schema.ts';
import type { StoredEvent } from '@atelier/event-store/types.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itemAggregate } from '../aggregates.ts';
import { placedByRule, type ByRule } from '../audit/testing-by-rule.ts';
import { openWorld, type World } from '../projections/testing.ts';
import { randomStories, seeded, writeStories, type Story } from '../projections/testing-histories.ts';
import { custodyOfSite } from './custody.queries.ts';
import { pastCustodyOfItem, pastCustodyOfSite } from './past-custody.queries.ts';

const random = seeded(12);
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no list is empty
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const ALL = { kind: 'all' } as const;
let sites: readonly number[];

let world: World;
let stories: readonly Story[];
const streams = new Map<number, readonly StoredEvent[]>();
const places = new Map<number, readonly ByRule[]>();

beforeAll(async () => {
  world = await openWorld();
  stories = randomStories({ seed: 12, deposits: 80, steps: 14 });
  await writeStories(world.store, stories);
  await world.settle();
  const found = await world.pool.query<{ id: number }>('select id from sites order by id');
  sites = found.rows.map(({ id }) => id);
  for (const { itemId } of stories) {
    const { events } = await world.store.readStream(`item-${itemId}`);
    streams.set(itemId, events);
    places.set(itemId, placedByRule(events));
  }
});
afterAll(() => world.close());

/** Near events, where it matters; known then, or only what was recorded by another moment. */
function someMoment(isKnownNow: boolean): Moment {
  const events = streams.get(pick(stories).itemId) ?? [];
  const data: Readonly<Record<string, unknown>> = { ...pick(events).data };
  const time = Date.parse(String(data['at'] ?? data['createdAt']));
  const asOf = new Date(time + pick([-3_600_000, -1, 0, 0, 1, 3_600_000])).toISOString();
  return { asOf, knownAt: isKnownNow ? null : pick(events).recordedAt };
}

const eventsBy = (itemId: number, { asOf, knownAt }: Moment): readonly StoredEvent[] =>
  (places.get(itemId) ?? [])
    .filter(({ trueFrom }) => asOf === null || trueFrom <= micros(asOf))
    .filter(({ known }) => knownAt === null || known <= micros(knownAt))
    .map(({ event }) => event);

/** What the head of an item says at a moment, by the fold of its events. */
function headBy(itemId: number, moment: Moment) {
  const events = eventsBy(itemId, moment);
  const row = itemAggregate.rowOf(events)?.values;
  return row === undefined
    ? [itemId, null, 0]
    : [itemId, row['status'], events.at(-1)?.version, row['number'], row['sku']];
}

const headIn = ({ id, rma_status_id: status, version, number, product_sku: sku }: CustodyHead) =>
  status === null ? [id, status, version] : [id, status, version, number, sku];

const readerAt = (moment: Moment) => ({ store: world.store, scope: ALL, moment });
const page = { page: 1, pageSize: 200 };

describe('the head of custody at a past moment', () => {
  it.each([true, false])('equals the fold of an item at 250 moments; known now: %s', async (isKnownNow) => {
    let [before, today] = [0, 0];
    for (let round = 0; round < 250; round += 1) {
      const [{ itemId }, moment] = [pick(stories), someMoment(isKnownNow)];
      const view = await world.asked(ALL, (trx) => pastCustodyOfItem(trx, itemId, readerAt(moment)));
      const [shown, wanted] = [view && headIn(view.item), headBy(itemId, moment)];
      expect([moment, shown]).toEqual([moment, wanted]);
      const links = itemAggregate.rowOf(eventsBy(itemId, moment))?.values ?? {};
      expect([view?.linked_from, view?.linked_to]).toEqual([
        links['linked_from'] ?? null,
        links['linked_to'] ?? null,
      ]);
      before += wanted[1] === null ? 1 : 0;
      today += wanted[2] === streams.get(itemId)?.length ? 1 : 0;
    }
    // The moments are worth asking for: some before the deposit, few at the end of a life.
    expect(before).toBeGreaterThan(5);
    expect(today).toBeLessThan(200);
  });

  it.each([true, false])(
    'equals the fold of every piece of a site at 60 moments; known now: %s',
    async (isKnownNow) => {
      let rows = 0;
      for (let round = 0; round < 60; round += 1) {
        const [siteId, moment] = [pick(sites), someMoment(isKnownNow)];
        const kind = pick(['site', 'site', 'factory-kept'] as const);
        const reader = readerAt(moment);
        const found = await world.asked(ALL, (trx) =>
          isKnownNow
            ? custodyOfSite(trx, siteId, kind, { ...page, past: reader }, ALL)
            : pastCustodyOfSite(trx, siteId, kind, page, reader),
        );
        for (const { item } of found?.view.rows ?? []) {
          expect([siteId, moment, headIn(item)]).toEqual([siteId, moment, headBy(item.id, moment)]);
          rows += 1;
        }
        const isWhole = found?.total === found?.view.rows.length;
        expect([siteId, isWhole || !isKnownNow]).toEqual([siteId, true]);
      }
      expect(rows).toBeGreaterThan(100);
    },
  );
});
