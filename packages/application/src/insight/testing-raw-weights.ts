import { evolveItem } from '@atelier/domain/repair/evolve.ts';
import { initialItem, type Item } from '@atelier/domain/repair/item/item.ts';
import type { ItemEvent } from '@atelier/domain/repair/item/events.ts';
import { visibleSites } from '@atelier/domain/repair/row.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { ByRule } from '../audit/testing-by-rule.ts';
import type { WeightsAsked } from './weights.queries.ts';

/** Weights between weighings, counted from the raw events of a piece: no ledger, no read model. */
export interface RawInterval {
  readonly month: string;
  readonly closedAt: string;
  readonly site: number | null;
  readonly place: 'bench' | 'benches' | 'way';
  readonly status: number | null;
  readonly inMg: number;
  readonly addedMg: number;
  readonly outMg: number;
  readonly scrapMg: number;
  readonly lossMg: number;
  readonly isJudged: boolean;
  readonly toleranceMg: number;
  readonly isExplained: boolean;
  readonly seenBy: readonly number[];
  readonly item: Item;
}

/** One look at the scale: which event, and what it says once corrected. */
interface Look {
  index: number;
  at: string;
  mg: number;
  scrap: number;
  loss: number;
  tolerance: number;
  siteId: number | null;
  /** Nothing before it is the same piece. */
  isNew: boolean;
}

export function rawIntervals(placed: readonly ByRule[], { moment }: WeightsAsked): RawInterval[] {
  const until = (limit: string | null | undefined) => (limit ? Date.parse(limit) : Infinity);
  const events = placed
    .filter(
      ({ trueFrom, known }) =>
        Date.parse(trueFrom) <= until(moment?.asOf) && Date.parse(known) <= until(moment?.knownAt),
    )
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the streams read are those of items
    .map(({ event }) => event as unknown as ItemEvent);
  if (events.length === 0) return [];
  const items = states(events);
  const looks = looksOf(events);
  return looks.slice(1).flatMap((look, n) => {
    const before = looks[n];
    if (before === undefined || look.isNew) return [];
    return [interval(events, items, [before, look], n + 1)];
  });
}

function states(events: readonly ItemEvent[]): Item[] {
  let state = evolveItem(initialItem, events[0] ?? never());
  const items: Item[] = [];
  for (const [index, event] of events.entries()) {
    if (index > 0) state = evolveItem(state, event);
    if (state.kind === 'none') never();
    items.push(state);
  }
  return items;
}

function never(): never {
  throw new Error('a stream without a deposit');
}

function looksOf(events: readonly ItemEvent[]): Look[] {
  const looks: Look[] = [];
  let isNew = false;
  for (const [index, event] of events.entries()) {
    if (event.type === 'ItemDeposited') {
      const { weights, linkedFrom, createdAt: at } = event.data;
      isNew = weights.totalMg === null || linkedFrom !== null;
      looks.push({ ...NO_LOOK, index, at, mg: weights.totalMg ?? 0, isNew: true });
    } else if (event.type === 'ItemDepositEdited') {
      const [first] = looks;
      if (first === undefined || looks.length > 1) continue;
      isNew = event.data.weights.totalMg === null;
      first.mg = event.data.weights.totalMg ?? 0;
    } else if (event.type === 'ItemReplaced') isNew = true;
    else if (event.type === 'MeasurementsRecorded' && event.data.weightMg !== null) {
      const { weightMg: mg, scrapMg, lossMg, replaces, toleranceMg = 5, siteId = null, at } = event.data;
      const last = looks.at(-1);
      if (replaces === true && looks.length > 1 && last !== undefined)
        Object.assign(last, { mg, scrap: scrapMg ?? last.scrap, loss: lossMg ?? last.loss });
      else {
        const look = { index, at, mg, scrap: scrapMg ?? 0, loss: lossMg ?? 0, siteId, isNew };
        looks.push({ ...look, tolerance: toleranceMg });
        isNew = false;
      }
    }
  }
  return looks;
}
const NO_LOOK = { scrap: 0, loss: 0, tolerance: 5, siteId: null };

function interval(
  events: readonly ItemEvent[],
  items: readonly Item[],
  [before, look]: readonly [Look, Look],
  weighing: number,
): RawInterval {
  const item = items[look.index] ?? never();
  const stays = staysBetween(events, items, before, look);
  const sites = new Set(stays.map(({ site }) => site));
  const isBench = stays.length === 1 && !sites.has(null);
  const parts = partsBetween(events, before, look);
  const { custody } = item;
  return {
    month: look.at.slice(0, 7),
    closedAt: look.at,
    site: look.siteId ?? (custody.kind === 'site' ? custody.siteId : null),
    place: isBench ? 'bench' : sites.size === 1 && !sites.has(null) ? 'benches' : 'way',
    status: isBench ? (stays[0]?.status ?? null) : null,
    inMg: before.mg,
    addedMg: parts.reduce<number>((sum, mg) => sum + (mg ?? 0), 0),
    outMg: look.mg,
    scrapMg: look.scrap,
    lossMg: look.loss,
    isJudged: parts.every((mg) => mg !== null),
    toleranceMg: look.tolerance,
    isExplained: events.some(
      (event) => event.type === 'WeightDifferenceExplained' && event.data.weighing === weighing,
    ),
    seenBy: visibleSites(item),
    item,
  };
}

/** Every stay with a holder in a status that took any time, from one look to the next. */
function staysBetween(
  events: readonly ItemEvent[],
  items: readonly Item[],
  before: Look,
  look: Look,
): { readonly site: number | null; readonly status: number }[] {
  const stays: { site: number | null; status: number }[] = [];
  let from = before.at;
  const stayed = (index: number, until: string, isLast = false): void => {
    const { custody, status } = items[index] ?? never();
    const site = custody.kind === 'site' || custody.kind === 'factory-kept' ? custody.siteId : null;
    if (until !== from || (isLast && stays.length === 0)) stays.push({ site, status });
    from = until;
  };
  for (let index = before.index + 1; index < look.index; index += 1) {
    const event = events[index];
    if (event?.type === 'ItemStatusChanged' || event?.type === 'CustodyTransferred')
      stayed(index - 1, event.data.at);
  }
  stayed(look.index - 1, look.at, true);
  return stays;
}

/** Milligrams of the lines used between two looks, as their last correction has them; null = without a weight. */
function partsBetween(events: readonly ItemEvent[], before: Look, look: Look): (number | null)[] {
  const used = events.flatMap((event, index) =>
    event.type === 'PartsUsed' ? [{ ...event.data, index }] : [],
  );
  const first = (record: (typeof used)[number]): number => {
    const corrected = used.find((one) => one.record === record.corrects);
    return corrected === undefined ? record.index : first(corrected);
  };
  return used
    .filter((record) => !used.some((later) => later.corrects === record.record))
    .filter((record) => first(record) > before.index && first(record) < look.index)
    .flatMap(({ lines }) => lines.map(({ weightMg }) => weightMg));
}

export const differenceOfRaw = ({ inMg, addedMg, outMg, scrapMg, lossMg }: RawInterval): number =>
  outMg + scrapMg + lossMg - inMg - addedMg;

/** Who saw it when it was weighed, and sees the piece today. */
export function isRawSeen({ item, seenBy }: RawInterval, today: Item, scope: DataScope): boolean {
  if (scope.kind === 'all') return true;
  if (scope.kind === 'store') return item.storeId === scope.siteId;
  return scope.kind === 'site' && seenBy.includes(scope.siteId) && visibleSites(today).includes(scope.siteId);
}
