import { accept, type Decision } from '../../decider.ts';
import { Status } from '../../shared/status.ts';
import {
  atFactoryRefusal,
  custodyRefusal,
  firstRefusal,
  missingRefusal,
  refuse,
  type Refusal,
} from '../holds/guards.ts';
import { freeText, stamp } from '../item/build.ts';
import type { CommandContext, ItemCommand } from '../item/commands.ts';
import type { ItemEvent } from '../item/events.ts';
import type { Item } from '../item/item.ts';
import { measurementEvents, replacedRefusal } from '../scanning/measurements.ts';

type Of<Type extends ItemCommand['type']> = Extract<ItemCommand, { type: Type }>;

/** A piece is measured where it lies: at a bench, and in a shop before it leaves and after it came back. */
export function decideMeasure(
  { measurements }: Of<'RecordMeasurements'>,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  const refusal = firstRefusal(
    () => placeRefusal(item, context),
    () => replacedRefusal(item, measurements),
  );
  if (refusal !== null) return { ok: false, rejection: refusal };
  return accept<ItemEvent>(...measurementEvents(item, item.status, measurements, context));
}

function placeRefusal(item: Item, { actor }: CommandContext): Refusal {
  const isAtShop = item.status === Status.Created || item.status === Status.ShopReceived;
  if (!isAtShop) return atFactoryRefusal(item, actor);
  return firstRefusal(
    () => missingRefusal(item),
    () => custodyRefusal(item, actor),
  );
}

/** Why the weights of an interval differ; said again, it replaces what was said. */
export function decideExplain(
  { weighing, explanation, note }: Of<'ExplainDifference'>,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  if (weighing < 1 || weighing > item.work.weighings)
    return { ok: false, rejection: refuse('weighing_unknown', { weighing }) };
  if (explanation === 'other' && note === null) return { ok: false, rejection: refuse('reason_required') };
  return accept<ItemEvent>({
    type: 'WeightDifferenceExplained',
    data: { weighing, explanation, ...freeText(item, { note }), ...stamp(context) },
  });
}
