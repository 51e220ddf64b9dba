import {
  isSameCustody,
  type Actor,
  type ActorAtSite,
  type ClearingRunId,
  type Custody,
  type CustomerRef,
  type Instant,
} from '../../kernel.ts';
import type { CommandContext } from './commands.ts';
import type { ItemEvent, ItemStatusChanged } from './events.ts';
import type { MoveKind } from '../../shared/item-facts.ts';
import type { Item } from './item.ts';
import type { StatusId } from '../../shared/status.ts';

/** The person without the place: what a stream remembers. */
export function actorOf({ userId, workerId }: ActorAtSite): Actor {
  return { userId, workerId };
}

/** The two stamps nearly every event carries. */
export function stamp(context: CommandContext): { readonly at: Instant; readonly by: Actor } {
  return { at: context.now, by: actorOf(context.actor) };
}

/**
 * Free text in an event, with the reference of the customer whose key seals it (`personal-data.ts`). Without text nothing has
 * to be sealed, and the event names no customer.
 */
export function freeText<Text extends Readonly<Record<string, string | null>>>(
  { customerRef }: Pick<Item, 'customerRef'>,
  text: Text,
): Text & { readonly customerRef?: CustomerRef } {
  return Object.values(text).every((words) => words === null) ? text : { ...text, customerRef };
}

interface MoveDetails {
  readonly move: MoveKind;
  readonly reason?: string | undefined;
  /** Now, unless an undo restores an earlier time. */
  readonly enteredAt?: Instant;
  readonly runId?: ClearingRunId;
}

export function statusChanged(
  item: Item,
  to: StatusId,
  details: MoveDetails,
  context: CommandContext,
): ItemStatusChanged {
  return {
    type: 'ItemStatusChanged',
    data: {
      from: item.status,
      to,
      move: details.move,
      ...freeText(item, { reason: details.reason ?? null }),
      enteredAt: details.enteredAt ?? context.now,
      ...stamp(context),
      siteId: context.actor.siteId,
      runId: details.runId ?? null,
    },
  };
}

/**
 * Custody passes on: no event when the holder stays the same. Always after the status event of the same move, so that
 * an undo remembers the holder from before.
 */
export function custodyPasses(item: Item, to: Custody, now: Instant): readonly ItemEvent[] {
  if (isSameCustody(item.custody, to)) return [];
  return [{ type: 'CustodyTransferred', data: { from: item.custody, to, at: now } }];
}
