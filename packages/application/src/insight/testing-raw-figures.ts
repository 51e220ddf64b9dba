import { evolveItem } from '@atelier/domain/repair/evolve.ts';
import { initialItem, type Item } from '@atelier/domain/repair/item/item.ts';
import type { ItemEvent } from '@atelier/domain/repair/item/events.ts';
import { visibleSites } from '@atelier/domain/repair/row.ts';
import { amountPaid } from '@atelier/domain/repair/fees/fees.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { BENCH_STATUSES, rank, Status } from '@atelier/domain/shared/status.ts';
import type { StoredEvent } from '@atelier/event-store/types.ts';
import { placedByRule, type ByRule } from '../audit/testing-by-rule.ts';
import type { FigureAsked } from './figures.queries.ts';

/** A piece as its own events tell it at a moment: no read model, and none of the code that fills one. */
export interface RawPiece {
  readonly id: number;
  readonly item: Item;
  readonly readyAt: number | null;
  readonly collectedAt: number | null;
  readonly factory: number | null;
  readonly waiver: { readonly asked: number | null; readonly decided: number | null };
  readonly quotedAt: number | null;
  /** The latest day that the deposit named. */
  readonly toldLatest: string | null;
}

export type RawLog = ReadonlyMap<number, readonly ByRule[]>;

export const rawLogOf = (streams: ReadonlyMap<number, readonly StoredEvent[]>): RawLog =>
  new Map([...streams].map(([id, events]) => [id, placedByRule(events)]));

/** Every piece that was true, known and visible at the moment, and stands in the place asked for. */
export function rawPieces(log: RawLog, scope: DataScope, asked: FigureAsked, lines: Lines): RawPiece[] {
  return [...log].flatMap(([id, placed]) => {
    const events = placed.filter((each) => isBy(each, asked)).map(({ event }) => event);
    const piece = rawPiece(id, events);
    return piece !== null && isSeen(piece.item, scope) && isPlaced(piece, asked, lines) ? [piece] : [];
  });
}

/** What the reference data says: country of a shop, collection of a SKU. */
export interface Lines {
  readonly zones: ReadonlyMap<number, string>;
  readonly countries: ReadonlyMap<number, string>;
  readonly lines: ReadonlyMap<string, string>;
}

function isBy({ trueFrom, known }: ByRule, { moment }: FigureAsked): boolean {
  const until = (limit: string | null | undefined) => (limit ? Date.parse(limit) : Infinity);
  return Date.parse(trueFrom) <= until(moment?.asOf) && Date.parse(known) <= until(moment?.knownAt);
}

function isSeen(item: Item, scope: DataScope): boolean {
  if (scope.kind === 'all') return true;
  if (scope.kind === 'store') return item.storeId === scope.siteId;
  return scope.kind === 'site' && visibleSites(item).includes(scope.siteId);
}

function isPlaced({ item, factory }: RawPiece, { place }: FigureAsked, { countries, lines }: Lines): boolean {
  if (place.shopId !== undefined && item.storeId !== place.shopId) return false;
  if (place.country !== undefined && countries.get(item.storeId) !== place.country) return false;
  if (place.factoryId !== undefined && factory !== place.factoryId) return false;
  return place.line === undefined || lines.get(item.product.sku) === place.line;
}

function rawPiece(id: number, events: readonly StoredEvent[]): RawPiece | null {
  let item: Item | null = null;
  let site: number | null = null;
  const said: Record<
    'readyAt' | 'collectedAt' | 'factory' | 'asked' | 'decided' | 'quotedAt',
    number | null
  > = {
    readyAt: null,
    collectedAt: null,
    factory: null,
    asked: null,
    decided: null,
    quotedAt: null,
  };
  let toldLatest: string | null = null;
  for (const stored of events) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the streams read are those of items
    const event = stored as unknown as ItemEvent;
    const before: Item | null = item;
    const state = evolveItem(item ?? initialItem, event);
    item = state.kind === 'none' ? null : state;
    if (item === null) continue;
    site = item.custody.kind === 'site' ? item.custody.siteId : null;
    if (event.type === 'ItemDeposited') said.quotedAt = named(item) > 0 ? ms(event.data.createdAt) : null;
    else if (
      before !== null &&
      before.fee.due.amount !== item.fee.due.amount &&
      before.waiver.code === item.waiver.code
    )
      said.quotedAt = named(item) > 0 && 'at' in event.data ? ms(event.data.at) : null;
    if (event.type === 'ReadyDateExpected' && event.data.because.kind === 'deposit')
      toldLatest = event.data.latest;
    if (event.type === 'ItemHandedOver') said.collectedAt = ms(event.data.at);
    if (event.type === 'WaiverRequested') [said.asked, said.decided] = [ms(event.data.at), null];
    if (event.type === 'WaiverDecided') said.decided = ms(event.data.at);
    if (event.type !== 'ItemStatusChanged') continue;
    const { to, enteredAt } = event.data;
    if (BENCH_STATUSES.includes(to) && site !== null) said.factory = site;
    if (to === Status.ShopReceived) [said.readyAt, said.collectedAt] = [ms(enteredAt), null];
    else if (to === Status.TakenByClient) said.readyAt ??= ms(enteredAt);
    else if (to !== Status.Cancelled && rank(to) < rank(Status.ShopReceived))
      [said.readyAt, said.collectedAt] = [null, null];
  }
  const { readyAt, collectedAt, factory, asked, decided, quotedAt } = said;
  return (
    item && { id, item, readyAt, collectedAt, factory, waiver: { asked, decided }, quotedAt, toldLatest }
  );
}

const ms = (instant: string): number => Date.parse(instant);

export const named = ({ fee, waiver }: Item): number =>
  waiver.code === 11 ? (waiver.waivedAmount ?? 0) : fee.due.amount;

/** approved, declined, waived or unanswered; null when nothing is asked for. */
export function fateOf(item: Item): string | null {
  if (item.status === Status.Cancelled || named(item) === 0) return null;
  if (item.waiver.code === 11) return 'waived';
  const { accepted, due, links } = item.fee;
  if (accepted !== null && accepted.currency === due.currency && accepted.amount >= due.amount)
    return 'approved';
  return links.at(-1)?.state === 'declined' ? 'declined' : 'unanswered';
}

export const paidOf = (item: Item): number => amountPaid(item);

/** The smallest value that at least the share does not exceed, as `percentile_disc` defines it. */
export function quantile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}
