import { unreachable } from '../../decider.ts';
import type { ItemStatusChanged, ReminderDue } from '../item/events.ts';
import type { CommentAdded, FollowUpRecorded } from '../item/remark-events.ts';
import type { FollowUp, Remarks } from '../item/parts.ts';
import { Status } from '../../shared/status.ts';

export type RemarkEvent = CommentAdded | FollowUpRecorded | ReminderDue;

export const NO_REMARKS: Remarks = { comments: [], followUps: [], reminder: null };

/** What the two sides wrote to each other, and to whom the shop spoke while the piece waited. */
export function evolveRemarks(remarks: Remarks, event: RemarkEvent): Remarks {
  switch (event.type) {
    case 'CommentAdded': {
      const { commentId: id, commentType: type, text, email, at, by } = event.data;
      return { ...remarks, comments: [...remarks.comments, { id, type, text, email, at, by }] };
    }
    case 'FollowUpRecorded': {
      return { ...remarks, followUps: [...remarks.followUps, followUpOf(event)] };
    }
    case 'ReminderDue': {
      const { number, dueAt, escalated, at } = event.data;
      return { ...remarks, reminder: { number, dueAt, escalated, remindedAt: at } };
    }
    default:
      return unreachable(event);
  }
}

/** Events before the call list name no outcome and no day. */
function followUpOf({ data }: FollowUpRecorded): FollowUp {
  const { result, note, outcome, comesOn, nextCallOn, at, by } = data;
  return outcome === undefined
    ? { result, note, at, by }
    : { result, note, outcome, comesOn: comesOn ?? null, nextCallOn: nextCallOn ?? null, at, by };
}

/** A new wait at 15 is counted from its beginning; an undo goes on with the one that was. */
export function remarksAfterMove(remarks: Remarks, { to, move }: ItemStatusChanged['data']): Remarks {
  const isUndo = move === 'undo' || move === 'undo-administrative';
  return to === Status.ShopReceived && !isUndo ? { ...remarks, reminder: null } : remarks;
}
