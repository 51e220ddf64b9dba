import { selectForClearing } from '@atelier/domain/clearing/filter.ts';
import type { ClearingFilter } from '@atelier/domain/clearing/events.ts';
import { initialClearingRun } from '@atelier/domain/clearing/run.ts';
import {
  clearItems,
  finishClearing,
  startClearing,
  undoClearing,
} from '@atelier/domain/processes/clear-orders.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, toInstant, type ClearingRunId } from '@atelier/domain/kernel.ts';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import type { Item } from '@atelier/domain/repair/item/item.ts';
import type { Random } from '../reference/random.ts';
import { ago } from './ages.ts';
import { factoryFor, planReturn, sentFor } from './demo-shops.ts';
import type { PiecePlan } from './plan.ts';
import type { Planner } from './planner.ts';
import type { Story } from './story.ts';
import { tellEnd, tellHandOver, tellPickup } from './tell-home.ts';
import { tellPayment } from './tell-money.ts';
import type { Teller } from './teller.ts';
import { Status } from '@atelier/domain/shared/status.ts';

/** Jewels that were not collected, and the two runs that cleared them: one stands, one was taken back whole. */
export interface Forgotten {
  readonly cleared: readonly PiecePlan[];
  readonly restored: readonly PiecePlan[];
}

/** Waiting since long before each run. */
export function planForgotten(planner: Planner, random: Random): Forgotten {
  return {
    cleared: forgotten(planner, ['HKG', 'TPE', 'LYN', 'NYC', 'BJS', 'SHA', 'HKG', 'MAD'], 158, random),
    restored: forgotten(planner, ['DXB', 'MEX', 'DXB', 'MEX', 'DXB'], 74, random),
  };
}

function forgotten(
  planner: Planner,
  codes: readonly string[],
  firstDaysAgo: number,
  random: Random,
): readonly PiecePlan[] {
  return codes.flatMap((code, index) => {
    const shop = planner.facts.site(code);
    const homeAt = ago(planner.now, (firstDaysAgo - 2.4 * index) * DAY_MS, shop.time_zone);
    const factory = factoryFor(planner, shop, random);
    const sentAt = sentFor(homeAt, factory, random);
    const fate = { kind: 'forgotten' } as const;
    return planReturn(planner, shop, { factory, sentAt, homeAt, count: 1, fate }, random).rmas.flatMap(
      (rma) => rma.pieces,
    );
  });
}

/** The administrator's two runs, and what became of their jewels afterwards. */
export function tellClearing(teller: Teller, { cleared, restored }: Forgotten, now: number): void {
  const first = tellRun(teller, now - 95 * DAY_MS, now - 125 * DAY_MS);
  for (const piece of cleared) tellEnd(teller, piece, first.at);
  for (const [index, piece] of cleared.slice(0, 2).entries())
    tellLateHandOver(teller, piece, first.at + (6 + 25 * index) * DAY_MS);

  const second = tellRun(teller, now - 33 * DAY_MS, now - 61 * DAY_MS);
  const [takenMeanwhile, ...others] = restored;
  if (takenMeanwhile !== undefined) {
    tellLateHandOver(teller, takenMeanwhile, second.at + DAY_MS);
    tellEnd(teller, takenMeanwhile, second.at);
  }
  tellUndo(teller, second, second.at + 2 * DAY_MS);
  for (const [index, piece] of others.slice(0, 3).entries())
    tellPickup(teller, piece, second.at + (8 + 6 * index) * DAY_MS);
}

/** With both signature and payment, although the order was cleared before (product/clearing.md §2). */
function tellLateHandOver(teller: Teller, piece: PiecePlan, at: number): void {
  tellPayment(teller, piece, at - 4 * MINUTE_MS);
  tellHandOver(teller, piece, at);
}

interface Run {
  readonly seat: { id: ClearingRunId };
  readonly at: number;
}

/** `GET /tools/autoclientreceived` for whatever has waited since before a day. */
function tellRun({ story, staff }: Teller, at: number, endAt: number): Run {
  const seat = { id: 0 };
  const filter: ClearingFilter = {
    rmaIds: [],
    startDate: null,
    endDate: toInstant(endAt).slice(0, 10),
    limit: DEFAULT_POLICY.clearingLimit,
    validPurchaseDateOnly: false,
  };
  story.plan(at, () => {
    seat.id = story.nextId();
    const chosen = selectForClearing(waitingItems(story), filter);
    const items = new Map(chosen.map((each) => [each.id, each.item]));
    const run = () => story.runs.get(seat.id) ?? initialClearingRun;
    story.perform(staff.admin(), (context) => startClearing(seat.id, filter, false, run(), context));
    story.perform(staff.admin(), (context) => clearItems(run(), items, context));
    story.perform(staff.admin(), (context) => finishClearing(run(), context));
  });
  return { seat, at };
}

function waitingItems(story: Story) {
  const items = [...story.items.values()].filter(
    (item): item is Item => item.kind === 'item' && item.status === Status.ShopReceived,
  );
  return items.map((item) => ({
    item,
    id: item.id,
    rmaId: item.rmaId,
    waitingSince: item.enteredAt,
    purchaseDate: item.purchase.purchaseDate,
    createdAt: item.createdAt,
  }));
}

function tellUndo({ story, staff }: Teller, { seat }: Run, at: number): void {
  story.plan(at + HOUR_MS, () => {
    const run = story.runs.get(seat.id) ?? initialClearingRun;
    story.perform(staff.admin(), (context) =>
      undoClearing(run, 'The wrong end date was typed.', story.items, context),
    );
  });
}
