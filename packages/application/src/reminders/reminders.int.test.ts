import { DAY_MS, SYSTEM, toInstant, toMs } from '@atelier/domain/kernel.ts';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import { PARIS, TOKYO } from '@atelier/domain/processes/testing.ts';
import { worldAt } from '@atelier/domain/processes/testing-stages.ts';
import { decideItem } from '@atelier/domain/repair/decide.ts';
import { closingTerms } from '@atelier/domain/repair/handover.ts';
import type { Item } from '@atelier/domain/repair/item/item.ts';
import { reminderTerms } from '@atelier/domain/repair/remarks/reminders.ts';
import { toItemRow } from '@atelier/domain/repair/row.ts';
import { HOLDS } from '@atelier/domain/shared/item-facts.ts';
import { Status, type StatusId } from '@atelier/domain/shared/status.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '../projections/testing.ts';
import { META, seeded } from '../projections/testing-histories.ts';
import { listClosable, listToRemind, type DueItem } from './reminders.queries.ts';

const NOW = '2026-11-22T10:00:00.000Z';
const PIECES = 400;
const random = seeded(7);
const oneOf = <T>(first: T, ...others: readonly T[]): T =>
  [first, ...others][Math.floor(random() * (others.length + 1))] ?? first;

/** So long ago, at the very boundary of a day or one millisecond beside it. */
const ago = (days: readonly [number, ...number[]]) =>
  toInstant(toMs(NOW) - oneOf(...days) * DAY_MS + oneOf(-1, 0, 0, 1));

const AT: Readonly<Record<number, Item>> = Object.fromEntries(
  ([Status.LogisticsShipOut, Status.ShopReceived, Status.TakenByClient] as StatusId[]).map((status) => [
    status,
    worldAt(status).item(1),
  ]),
);

/** A piece that waits, or was taken, or is on its way, with whatever may keep it from being reminded of or closed. */
function randomPiece(id: number): Item {
  const status = oneOf(
    Status.ShopReceived,
    Status.ShopReceived,
    Status.TakenByClient,
    Status.LogisticsShipOut,
  );
  const base = AT[status];
  if (base === undefined) throw new Error(`no piece at ${status}`);
  const followUp = { result: 'Phone contacted', note: null, at: ago([0, 7, 14]), by: SYSTEM } as const;
  const number = oneOf(0, 0, 1, 2);
  const reminder = { number, dueAt: ago([7]), escalated: false, remindedAt: ago([7]) };
  const piece: Item = {
    ...base,
    id,
    enteredAt: ago([1, 7, 14, 15, 21, 28]),
    custody: oneOf(base.custody, base.custody, { kind: 'site', siteId: oneOf(PARIS, TOKYO) }),
    holds: oneOf([], [], [oneOf(...HOLDS)]),
    remarks: {
      comments: [],
      followUps: oneOf([], [followUp]),
      reminder: number === 0 ? null : reminder,
    },
  };
  if (piece.state !== 'ended' || piece.taken === null) return piece;
  return { ...piece, taken: { ...piece.taken, at: ago([13, 14, 15]) } };
}

const pieces = Array.from({ length: PIECES }, (_, index) => randomPiece(index + 1));

/** Those for which the domain decides something now. */
const decided = (type: 'RemindCustomer' | 'CloseItem') =>
  pieces
    .filter((piece) => {
      const decision = decideItem({ type }, piece, { now: NOW, actor: SYSTEM, policy: DEFAULT_POLICY });
      return decision.ok && decision.events.length > 0;
    })
    .map(({ id }) => id);

const idsOf = (items: readonly DueItem[]) => items.map(({ id }) => id).toSorted((a, b) => a - b);

/** With the row that is to be chosen from; the one event is there because nothing is appended without. */
const append = (piece: Item) =>
  world.store.append({
    streams: [
      {
        streamId: `item-${piece.id}`,
        expectedVersion: 0,
        events: [{ type: 'ItemFound', data: { at: NOW, by: SYSTEM } }],
        row: { table: 'item_row', values: { ...toItemRow(piece) } },
      },
    ],
    metadata: META,
  });

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await Promise.all(pieces.map(append));
});
afterAll(() => world.close());

it('chooses to remind of exactly the pieces that the domain reminds of (product/reminders.md §1)', async () => {
  const chosen = await listToRemind(world.db, reminderTerms(NOW, DEFAULT_POLICY), {
    after: undefined,
    limit: PIECES,
  });
  expect(idsOf(chosen)).toEqual(decided('RemindCustomer'));
  expect(chosen.length).toBeGreaterThan(20);
});

it('chooses to close exactly the pieces that the domain closes (product/reminders.md §3)', async () => {
  const chosen = await listClosable(world.db, closingTerms(NOW, DEFAULT_POLICY), {
    after: undefined,
    limit: PIECES,
  });
  expect(idsOf(chosen)).toEqual(decided('CloseItem'));
  expect(chosen.length).toBeGreaterThan(10);
});
