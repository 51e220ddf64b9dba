import { accept, type Decision } from '../../decider.ts';
import { atFactoryRefusal, firstRefusal, refuse } from '../holds/guards.ts';
import { stamp } from '../item/build.ts';
import type { CommandContext, ItemCommand } from '../item/commands.ts';
import type { ItemEvent } from '../item/events.ts';
import type { Item } from '../item/item.ts';
import type { PartsRecord, PartsUsed } from './part-events.ts';

type RecordParts = Extract<ItemCommand, { type: 'RecordParts' }>;

/** Stones, parts and metal that a bench used, or what a record of them should have said (product/repair.md §9.2). */
export function decideRecordParts(
  { lines, corrects }: RecordParts,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  const { parts } = item.work;
  const stands = parts.some(({ record, isCorrected }) => record === corrects && !isCorrected);
  const refusal = firstRefusal(
    () => atFactoryRefusal(item, context.actor),
    () => (corrects !== null && !stands ? refuse('parts_not_standing', { record: corrects }) : null),
    () => (corrects === null && lines.length === 0 ? refuse('parts_empty') : null),
  );
  if (refusal !== null) return { ok: false, rejection: refusal };
  const data = { record: parts.length + 1, corrects, status: item.status, lines, ...stamp(context) };
  return accept<ItemEvent>({ type: 'PartsUsed', data });
}

/** Nothing is deleted: the record that is replaced is marked. */
export function evolveParts(parts: readonly PartsRecord[], { data }: PartsUsed): readonly PartsRecord[] {
  const before = parts.map((one) => (one.record === data.corrects ? { ...one, isCorrected: true } : one));
  return [...before, { ...data, isCorrected: false }];
}
