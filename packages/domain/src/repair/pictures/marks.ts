import { accept, reject, type Decision } from '../../decider.ts';
import type { BlobRef } from '../../kernel.ts';
import { custodyRefusal, firstRefusal, missingRefusal } from '../holds/guards.ts';
import { stamp } from '../item/build.ts';
import type { CommandContext, ItemCommand } from '../item/commands.ts';
import type { ItemEvent } from '../item/events.ts';
import type { Item } from '../item/item.ts';
import type { ConditionMark, ConditionMarked } from '../item/picture-events.ts';
import { releasablePictures } from './pictures.ts';

type MarkCondition = Extract<ItemCommand, { type: 'MarkCondition' }>;

/** The marks whose picture is still the piece's own: an edited deposit may have replaced one. */
export function shownMarks(item: Item): readonly ConditionMark[] {
  const own = new Set<BlobRef>(releasablePictures(item));
  return item.marks.filter(({ image }) => own.has(image));
}

/**
XX
 */
export function decideMarkCondition(
  { marks }: MarkCondition,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  if (item.isCustomerErased) return reject('person_erased');
  const refusal = firstRefusal(
    () => missingRefusal(item),
    () => custodyRefusal(item, context.actor),
  );
  if (refusal !== null) return { ok: false, rejection: refusal };
  const own = releasablePictures(item);
  if (!marks.every(({ image }) => own.includes(image))) return reject('picture_not_releasable');
  return accept<ItemEvent>(...markEvents(item, marks, context));
}

/** The event that makes these the marks of the piece; none where they are already. */
export function markEvents(
  { customerRef, marks: before }: Pick<Item, 'customerRef' | 'marks'>,
  marks: readonly ConditionMark[],
  context: CommandContext,
): readonly ConditionMarked[] {
  if (isSame(before, marks)) return [];
  return [{ type: 'ConditionMarked', data: { customerRef, marks, ...stamp(context) } }];
}

const isSame = (before: readonly ConditionMark[], after: readonly ConditionMark[]): boolean =>
  before.length === after.length &&
  before.every(({ image, x, y, text }, index) => {
    const other = after[index];
    return other?.image === image && other.x === x && other.y === y && other.text === text;
  });
