import type { ActorAtSite } from '../../kernel.ts';
import type { Rejection, RejectionCode } from '../../rejection.ts';
import { HOLD_REJECTION, holdThatStops } from './holds.ts';
import type { Item } from '../item/item.ts';
import { isAtFactory, Status, type StatusId } from '../../shared/status.ts';

/** Each guard says why not, or null. */
export type Refusal = Rejection | null;

export function refuse(code: RejectionCode, details?: Rejection['details']): Rejection {
  return details === undefined ? { code } : { code, details };
}

/** The first reason in a list of guards that are only asked one after the other. */
export function firstRefusal(...guards: readonly (() => Refusal)[]): Refusal {
  for (const guard of guards) {
    const refusal = guard();
    if (refusal !== null) return refusal;
  }
  return null;
}

export function heldRefusal(item: Item, target: StatusId): Refusal {
  const hold = holdThatStops(item, target);
  return hold === null ? null : refuse(HOLD_REJECTION[hold], { target });
}

/** Missing stops everything, whatever the move. */
export function missingRefusal(item: Item): Refusal {
  return item.holds.includes('missing') ? refuse('held_missing') : null;
}

/** The jewel must lie where the actor stands; someone without a site acts for any. */
export function custodyRefusal(item: Item, actor: ActorAtSite): Refusal {
  const { custody } = item;
  if (custody.kind !== 'site') return refuse('custody_elsewhere', { custody: custody.kind });
  const here = actor.siteId === null || actor.siteId === custody.siteId;
  return here ? null : refuse('custody_elsewhere', { site_id: custody.siteId });
}

export function blankRefusal(text: string | null | undefined, code: RejectionCode): Refusal {
  return (text ?? '').trim() === '' ? refuse(code) : null;
}

/** Cancelled and closed items take no further moves. */
export function endedRefusal(item: Item): Refusal {
  if (item.status === Status.Cancelled) return refuse('item_cancelled');
  return item.status === Status.Closed ? refuse('item_closed') : null;
}

/** What the factory does to a piece, it does while it lies there, and is neither missing nor ended. */
export function atFactoryRefusal(item: Item, actor: ActorAtSite): Refusal {
  return firstRefusal(
    () => endedRefusal(item),
    () => (isAtFactory(item.status) ? null : refuse('illegal_transition', { from: item.status })),
    () => missingRefusal(item),
    () => custodyRefusal(item, actor),
  );
}
