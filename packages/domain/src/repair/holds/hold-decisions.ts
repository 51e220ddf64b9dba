import { accept, type Decision } from '../../decider.ts';
import { freeText, stamp } from '../item/build.ts';
import type { CommandContext, ItemCommand } from '../item/commands.ts';
import type { ItemEvent } from '../item/events.ts';
import { blankRefusal, endedRefusal, firstRefusal, missingRefusal, refuse } from './guards.ts';
import type { Item } from '../item/item.ts';

type Of<Type extends ItemCommand['type']> = Extract<ItemCommand, { type: Type }>;

/** Approval and dispute are placed by hand, with a reason; missing has its own commands (`processes/loss.ts`). */
export function decidePlaceHold(
  { hold, reason }: Of<'PlaceHold'>,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  const refusal = firstRefusal(
    () => endedRefusal(item),
    () => (item.holds.includes(hold) ? refuse('hold_exists', { hold }) : null),
    () => blankRefusal(reason, 'reason_required'),
  );
  if (refusal !== null) return { ok: false, rejection: refusal };
  return accept<ItemEvent>({
    type: 'HoldPlaced',
    data: { hold, ...freeText(item, { reason }), ...stamp(context) },
  });
}

export function decideReleaseHold(
  { hold, reason }: Of<'ReleaseHold'>,
  item: Item,
  context: CommandContext,
): Decision<ItemEvent> {
  const refusal = firstRefusal(
    () => (item.holds.includes(hold) ? null : refuse('hold_absent', { hold })),
    () => blankRefusal(reason, 'reason_required'),
  );
  if (refusal !== null) return { ok: false, rejection: refusal };
  return accept<ItemEvent>({
    type: 'HoldReleased',
    data: { hold, ...freeText(item, { reason }), ...stamp(context) },
  });
}

/** Someone holds it here or carries it: only then can it go missing. Flags it; custody stays where it was. */
export function decideMarkMissing(item: Item, context: CommandContext): Decision<ItemEvent> {
  const held = item.custody.kind === 'site' || item.custody.kind === 'shipment';
  const refusal = firstRefusal(
    () => missingRefusal(item),
    () => (held ? null : refuse('custody_elsewhere', { custody: item.custody.kind })),
  );
  if (refusal !== null) return { ok: false, rejection: refusal };
  const data = { siteId: context.actor.siteId, ...stamp(context) };
  return accept<ItemEvent>({ type: 'ItemMarkedMissing', data });
}

export function decideMarkFound(item: Item, context: CommandContext): Decision<ItemEvent> {
  if (!item.holds.includes('missing')) return { ok: false, rejection: refuse('not_missing') };
  return accept<ItemEvent>({ type: 'ItemFound', data: { siteId: context.actor.siteId, ...stamp(context) } });
}
