import { accept } from '../decider.ts';
import type { Decision } from '../decider.ts';
import { stamp } from './build.ts';
import type { CommandContext, ItemCommand } from './commands.ts';
import type { ItemEvent, ItemScanned } from './events.ts';
import type { Item } from './item.ts';
import { scanVerdict } from './scanning.ts';
import type { ItemScanResult } from './scanning.ts';

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
