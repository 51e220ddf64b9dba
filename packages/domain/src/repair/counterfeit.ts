import { accept, type Decision } from '../decider.ts';
import type { BlobRef } from '../kernel.ts';
import { remarkRefusal } from '../remark-length.ts';
import { stamp } from './item/build.ts';
import type { CommandContext } from './item/commands.ts';
import type { CounterfeitReported } from './item/deposit-events.ts';
import { endedRefusal, firstRefusal, refuse } from './holds/guards.ts';
import type { Item } from './item/item.ts';

export interface CounterfeitReport {
  readonly image: BlobRef;
  readonly remark: string;
}

/**
 * `POST /fake/product` (product/deposit.md §11): a picture and what is wrong with the piece, at any time before its repair has
 * ended. It is a suspicion, recorded; the outcome is decided at 13. The same report again changes nothing.
 */
export function decideCounterfeit(
  { image, remark }: CounterfeitReport,
  item: Item,
  context: CommandContext,
): Decision<CounterfeitReported> {
  const refusal = firstRefusal(
    () => endedRefusal(item),
    () => (image === '' ? refuse('invalid_input', { field: 'image' }) : null),
    () => remarkRefusal(remark, context.policy.remarkWords),
  );
  if (refusal !== null) return { ok: false, rejection: refusal };
  const isKnown = item.counterfeits.some((known) => known.image === image && known.remark === remark);
  if (isKnown) return accept<CounterfeitReported>();
  const { customerRef } = item;
  const data = { customerRef, image, remark, ...stamp(context) };
  return accept<CounterfeitReported>({ type: 'CounterfeitReported', data });
}
