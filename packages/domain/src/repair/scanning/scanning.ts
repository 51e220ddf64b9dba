import { accept, unreachable, type Decision } from '../../decider.ts';
import {
  compareTexts,
  type Instant,
  type ShipmentId,
  type SiteId,
  type UserId,
  type WorkerId,
} from '../../kernel.ts';
import type { HoldKind } from '../../shared/item-facts.ts';
import { stamp } from '../item/build.ts';
import type { CommandContext, ItemCommand } from '../item/commands.ts';
import type { ItemEvent, ItemScanned, ScansCleared } from '../item/events.ts';
import { isNotRepaired } from './outcomes.ts';
import { holdThatStops } from '../holds/holds.ts';
import type { Item, ItemState } from '../item/item.ts';
import type { Scans } from '../item/parts.ts';
import { isOnward, moveKindOf } from '../item/moves.ts';
import { rank, Status, type StatusId } from '../../shared/status.ts';

/**
 * The scanning rule of product/repair.md §7 by rank: equal or higher = scanned and saved, lower = neither. Except where
 * product/repair.md §2 offers a forward or lateral move to the target (19 → 17, 10 → 9): then it is still to do.
 */
export function isSaved(status: StatusId, target: StatusId): boolean {
  if (status === target) return true;
  if (status === Status.Cancelled || target === Status.Cancelled) return false;
  return rank(status) > rank(target) && !isOnward(moveKindOf(status, target));
}

export interface ScanFlags {
  readonly isScanned: boolean;
  readonly isSaved: boolean;
}

/** `is_scanned` and `is_saved` of a list row against a target; a mark that waits for its move counts as scanned. */
export function scanFlags(
  status: StatusId,
  scannedTargets: readonly StatusId[],
  target: StatusId,
  /** Custody lies with a package. */
  travelling = false,
): ScanFlags {
  const saved = isSaved(status, target) && !(travelling && isOnlyPassing(status, target));
  return { isScanned: saved || scannedTargets.includes(target), isSaved: saved };
}

/** Between shops an item keeps 15 on its way: it is still to be scanned where it arrives. */
function isOnlyPassing(status: StatusId, target: StatusId): boolean {
  return status === Status.ShopReceived && target === Status.ShopReceived;
}

export interface ScanOrderLine extends ScanFlags {
  readonly id: number;
  /** When it entered its status. */
  readonly enteredAt: Instant;
}

/** Order of a scanning list: unscanned first, then the oldest, then by id. Compares two lines for `sort`. */
export function byScanOrder(a: ScanOrderLine, b: ScanOrderLine): number {
  if (a.isScanned !== b.isScanned) return a.isScanned ? 1 : -1;
  return compareTexts(a.enteredAt, b.enteredAt) || a.id - b.id;
}

export interface ScanContext {
  /** The package the screen works through; null = no package. */
  readonly shipmentId: ShipmentId | null;
  /** Where the scanner stands; null = nowhere in particular. */
  readonly siteId: SiteId | null;
}

export type FirstScan = {
  readonly at: Instant;
  readonly by: UserId | null;
  readonly workerId: WorkerId | null;
};

/** What the scan of an item means, with what the panel says about it (product/repair.md §8). */
export type ItemScanResult =
  | { readonly verdict: 'accepted' | 'unknown' | 'cancelled' }
  /** Who was first and when; `first` is null when the move came without a separate scan. */
  | { readonly verdict: 'already_done'; readonly first: FirstScan | null }
  | { readonly verdict: 'wrong_package'; readonly trackingNumber: string | null }
  | { readonly verdict: 'wrong_stage'; readonly status: StatusId }
  | { readonly verdict: 'held'; readonly hold: HoldKind };

/** `not_expected`: a number of ours that the person may not see here; nothing more is said of it. */
export type ScanResult = ItemScanResult | { readonly verdict: 'not_expected' };

/**
 * What a scan of this item means at this target. Pure and total. An item bound or belonging to another package than
 * the one at hand is in the wrong package before anything else is said of it.
 */
export function scanVerdict(item: ItemState, target: StatusId, context: ScanContext): ItemScanResult {
  if (item.kind === 'none') return { verdict: 'unknown' };
  if (item.status === Status.Cancelled) return { verdict: 'cancelled' };
  const leg = item.legs.current ?? item.legs.travelled.at(-1) ?? null;
  if (context.shipmentId !== null && leg?.shipmentId !== context.shipmentId) {
    return { verdict: 'wrong_package', trackingNumber: leg?.trackingNumber ?? null };
  }
  const mark = item.scans.marks.find((each) => each.target === target);
  if (mark !== undefined) return { verdict: 'already_done', first: mark };
  const travelling = item.custody.kind === 'shipment';
  if (scanFlags(item.status, [], target, travelling).isSaved)
    return { verdict: 'already_done', first: lastTo(item, target) };
  const hold = holdThatStops(item, target);
  if (hold !== null) return { verdict: 'held', hold };
  if (!isExpectedAt(item, target) || isElsewhere(item, context.siteId)) {
    return { verdict: 'wrong_stage', status: item.status };
  }
  return { verdict: 'accepted' };
}

type Present = Exclude<ItemState, { kind: 'none' }>;

function lastTo(item: Present, target: StatusId): FirstScan | null {
  const move = item.lastMove;
  if (move === null || move.to !== target) return null;
  return { at: move.at, by: move.by.userId, workerId: move.by.workerId };
}

/** A forward or lateral move leads to the target: past the benches only for a jewel that will not be repaired. */
function isExpectedAt(item: Present, target: StatusId): boolean {
  if (isOnlyPassing(item.status, target)) return true;
  if (!isOnward(moveKindOf(item.status, target))) return false;
  if (target === Status.RepairDone && item.status !== Status.FinalQCProcess)
    return isNotRepaired(item.work.outcome);
  return (
    !(target === Status.TakenByClient && item.status === Status.LogisticsShipOut) ||
    (item.custody.kind === 'shipment' && item.custody.to === null)
  );
}

/** At another site than the scanner's. A travelling jewel turns up where it is scanned. */
function isElsewhere(item: Present, siteId: SiteId | null): boolean {
  return siteId !== null && item.custody.kind === 'site' && item.custody.siteId !== siteId;
}

type Of<Type extends ItemCommand['type']> = Extract<ItemCommand, { type: Type }>;

/** What came of a scan: the event that records its verdict, and the same verdict with what the panel says about it. */
export interface DecidedScan {
  readonly event: ItemScanned;
  readonly result: ItemScanResult;
}

/** Every scan is recorded with its verdict, none is rejected; only an accepted one marks the item. It never moves it. */
export function decideScan(command: Of<'ScanItem'>, item: Item, context: CommandContext): DecidedScan {
  const { target, shipmentId, trackingNumber } = command;
  const { siteId } = context.actor;
  const result = scanVerdict(item, target, { shipmentId, siteId });
  const data = { target, verdict: result.verdict, trackingNumber, siteId, ...stamp(context) };
  return { event: { type: 'ItemScanned', data }, result };
}

export function decideClearScans(
  { target }: Of<'ClearScans'>,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  if (!item.scans.marks.some((mark) => mark.target === target)) return accept<ItemEvent>();
  return accept<ItemEvent>({ type: 'ScansCleared', data: { target, at: context.now } });
}

export type ScanEvent = ItemScanned | ScansCleared;

export const NO_SCANS: Scans = { marks: [], last: null };

export function evolveScans(scans: Scans, event: ScanEvent): Scans {
  switch (event.type) {
    case 'ItemScanned':
      return scanned(scans, event.data);
    case 'ScansCleared':
      return { ...scans, marks: scans.marks.filter((mark) => mark.target !== event.data.target) };
    default:
      return unreachable(event);
  }
}

/** The first scan wins: what others scan at the same target after it is in the log, and takes no mark off its owner. */
function scanned(scans: Scans, { target, verdict, at, by, siteId }: ItemScanned['data']): Scans {
  const mark = { target, verdict, at, by: by.userId, workerId: by.workerId, siteId };
  if (verdict === 'accepted') return { marks: [...scans.marks, mark], last: mark };
  const first = [...scans.marks, scans.last].find((each) => each?.target === target);
  return { ...scans, last: first?.verdict === 'accepted' ? first : mark };
}
