import { isSameCode } from '@atelier/domain/contract/codes.ts';
import { itemStream, type ItemId, type ShipmentId } from '@atelier/domain/kernel.ts';
import { acceptStreams } from '@atelier/domain/decider.ts';
import { parseScannedCode } from '@atelier/domain/repair/item/item-number.ts';
import type { CommandContext } from '@atelier/domain/repair/item/commands.ts';
import { initialItem, type Item } from '@atelier/domain/repair/item/item.ts';
import { unknownCodeScanned } from '@atelier/domain/repair/scanning/unknown-scan.ts';
import { decideScan, type ScanResult } from '@atelier/domain/repair/scanning/scanning.ts';
import type { StatusId } from '@atelier/domain/shared/status.ts';
import { itemAggregate } from '../aggregates.ts';
import { inScope } from '../platform/database.ts';
import { findItemRecords, itemRecordBehind, type ItemRecord } from '../repair-detail/item-record.queries.ts';
import {
  runCommand,
  type AnsweredDecision,
  type Caller,
  type CommandOutcome,
  type CommandServices,
} from '../commands/run-command.ts';
import type { JsonObject } from '@atelier/event-store/types.ts';
import { unsentItem, visibleItem } from '../commands/visible-item.ts';

export interface Scan {
  /** As the scanner read it. */
  readonly code: string;
  readonly target: StatusId;
  /** The package the screen works through; null = any. */
  readonly trackingNumber: string | null;
}

export type ScanOutcome =
  | {
      readonly ok: true;
      readonly itemId: ItemId | null;
      readonly result: ScanResult;
      readonly position: number;
      /** The item after the scan, as the caller may see it; undefined where that is not at all. */
      readonly record: ItemRecord | undefined;
    }
  | Extract<CommandOutcome, { ok: false }>;

/**
 * `POST /scan` (product/repair.md §8): recorded with its verdict, marks the item when accepted, never moves it.
 * The number on the label carries the item's id, so nothing is looked up before the stream is read.
 */
export async function scanItem(services: CommandServices, caller: Caller, scan: Scan): Promise<ScanOutcome> {
  const code = parseScannedCode(scan.code);
  const unknown = `scan-${caller.metadata.commandId}`;
  const rowRead = code === null ? undefined : itemRecordBehind(caller.scope, code.id);
  const outcome = await runCommand(services, caller, {
    streams: code === null ? [] : [itemStream(code.id)],
    decide: (states, context) => {
      const known = code === null ? initialItem : states.of(itemAggregate, code.id);
      // An item that was not sent yet is found by its full number only; the response says no more than where it is.
      const unsent = code?.number == null ? null : unsentItem(known, caller.scope, scan.target);
      const item = visibleItem(known, caller.scope) ?? unsent;
      const meant = item !== null && (code?.number === null || item.number === code?.number);
      const asked = item === unsent ? { ...scan, trackingNumber: null } : scan;
      if (meant) return { ...scanDecision(item, asked, context), behind: rowRead };
      const streams = acceptStreams([
        { streamId: unknown, events: [unknownCodeScanned(scan.code, scan.target, context)] },
      ]);
      // An account that reads a whole number off a label holds the piece: it may learn that the piece is ours,
      // not where it belongs.
      const isOurs = known.kind === 'item' && known.number === code?.number;
      return { ...streams, answer: { result: isOurs ? NOT_EXPECTED : UNKNOWN } };
    },
  });
  if (!outcome.ok) return outcome;
  const result = readResult(outcome.answer);
  const isHidden = result.verdict === 'unknown' || result.verdict === 'not_expected';
  const itemId = isHidden ? null : (code?.id ?? null);
  // Filled while the append was sent; null when nothing was appended, as for a repeated scan.
  const read = rowRead?.whenRead() ?? null;
  const record =
    itemId === null
      ? undefined
      : await (read === null ? readRecord(services, caller, itemId) : unsealed(services, read));
  return { ok: true, itemId, result, position: outcome.position, record };
}

/** What is read behind an append comes as the database holds it. */
async function unsealed(
  { store }: CommandServices,
  read: Promise<ItemRecord | undefined>,
): Promise<ItemRecord | undefined> {
  const record = await read;
  return record && (await store.sealing.openRows([record]))[0];
}

/** For a scan that was recorded before: nothing was appended for it now. */
async function readRecord(
  { db }: CommandServices,
  { scope }: Caller,
  id: ItemId,
): Promise<ItemRecord | undefined> {
  const [record] = await inScope(db, scope, (trx) => findItemRecords(trx, [id]));
  return record;
}

const UNKNOWN: ScanResult = { verdict: 'unknown' };
const NOT_EXPECTED: ScanResult = { verdict: 'not_expected' };

/** The result is kept with the command: a repeated scan is answered as the first was. */
function scanDecision(item: Item, scan: Scan, context: CommandContext): AnsweredDecision {
  const shipmentId = packageAtHand(item, scan.trackingNumber);
  const { event, result } = decideScan({ type: 'ScanItem', shipmentId, ...scan }, item, context);
  const streams = acceptStreams([{ streamId: itemStream(item.id), events: [event] }]);
  return { ...streams, answer: { result } };
}

function readResult(answer: JsonObject | undefined): ScanResult {
  const kept = answer?.['result'];
  if (kept == null) throw new TypeError('a scan keeps its result with the command');
  // Text was kept by earlier releases, and a scan may be repeated after an upgrade.
  const result: unknown = typeof kept === 'string' ? JSON.parse(kept) : kept;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by scanItem alone
  return result as ScanResult;
}

/** No package has the id 0: an item that never was in the one at hand is in the wrong one. */
function packageAtHand(item: Item, trackingNumber: string | null): ShipmentId | null {
  if (trackingNumber === null) return null;
  const { current, travelled } = item.legs;
  const legs = current === null ? travelled : [...travelled, current];
  return legs.find((leg) => isSameCode(leg.trackingNumber, trackingNumber))?.shipmentId ?? 0;
}
