import type { ItemId } from '@atelier/domain/kernel.ts';
import type { MeasurementsInput } from '@atelier/domain/repair/item/commands.ts';
import type { ConditionMark } from '@atelier/domain/repair/item/picture-events.ts';
import type { PartLine } from '@atelier/domain/repair/parts/part-events.ts';
import type { Explanation } from '@atelier/domain/repair/weights/weight-events.ts';
import type { Caller, CommandOutcome, CommandServices } from '../commands/run-command.ts';
import { runItemCommand } from '../commands/item-command.ts';

/** `POST /rma/measure`: without a move; pictures are added, values take the place of the ones before. */
export function measureItem(
  services: CommandServices,
  caller: Caller,
  itemId: ItemId,
  measurements: MeasurementsInput,
): Promise<CommandOutcome> {
  return runItemCommand(services, caller, itemId, () => ({ type: 'RecordMeasurements', measurements }));
}

export interface ExplanationGiven {
  readonly weighing: number;
  readonly explanation: Explanation;
  readonly note: string | null;
}

/** `POST /rma/weight/explain`: why the weights of an interval differ. */
export function explainDifference(
  services: CommandServices,
  caller: Caller,
  itemId: ItemId,
  given: ExplanationGiven,
): Promise<CommandOutcome> {
  return runItemCommand(services, caller, itemId, () => ({ type: 'ExplainDifference', ...given }));
}

/** `POST /rma/marks`: all marks on the piece's pictures again (product/images.md §5). */
export function markCondition(
  services: CommandServices,
  caller: Caller,
  itemId: ItemId,
  marks: readonly ConditionMark[],
): Promise<CommandOutcome> {
  return runItemCommand(services, caller, itemId, () => ({ type: 'MarkCondition', marks }));
}

export interface PartsGiven {
  readonly lines: readonly PartLine[];
  readonly corrects: number | null;
}

/** `POST /rma/parts`: what a bench used, or what a record of it should have said. */
export function recordParts(
  services: CommandServices,
  caller: Caller,
  itemId: ItemId,
  given: PartsGiven,
): Promise<CommandOutcome> {
  return runItemCommand(services, caller, itemId, () => ({ type: 'RecordParts', ...given }));
}
